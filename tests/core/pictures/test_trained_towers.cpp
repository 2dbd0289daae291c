// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/estimate.h"
#include "core/load/load.h"
#include "core/load/load_named.h"
#include "core/model/towers.h"
#include "core/plan/plan_json.h"
#include "core/resolve/resolve.h"
#include "tests/test_program.h"

#include <QTest>
#include <nlohmann/json.hpp>

namespace PLIMSOLL_FILE {

// What trains of a model that sees: `trainable` says it of tower and projector too, whether pictures stand in the rows or not.

using namespace plimsoll;

namespace {

using nlohmann::json;

json plan_of(const char *preset, const char *more)
{
    json plan = json::parse(R"({"schema": "plimsoll.plan/1", "method": "full", "sequence_length": 4096})");
    plan["model"]["preset"] = preset;
    plan.merge_patch(json::parse(more));
    return plan;
}

Result<ArchitectureRef> model_of(const Plan &plan)
{
    return plan.images.per_row > 0 ? load_named_class(plan.model) : load_model(plan.model);
}

/// Parameters that the plan trains; -1 and the error's text where it is refused.
std::pair<Count, std::string> trained(const json &written)
{
    const auto plan = plan_from_json(written.dump());
    if (!plan) return {-1, plan.error().message()};
    const Result<ArchitectureRef> model = model_of(plan->plan);
    if (!model) return {-1, model.error().message()};
    const Result<Estimate> answer = estimate(*model, plan->plan, {}, {.timeline = false, .allocator = false, .explain = false});
    if (!answer) return {-1, answer.error().message()};
    return {answer->trainable_parameters, {}};
}

json seeing(json plan, int pictures = 1)
{
    plan["images"]["per_row"] = pictures;
    return plan;
}

} // namespace

class TestTrainedTowers : public QObject {
    Q_OBJECT
private slots:
    void pictures_change_nothing_of_what_trains_data();
    void pictures_change_nothing_of_what_trains();
    void parts_count_as_published();
    void frozen_towers_keep_no_gradients();
    void parts_follow_the_list();
    void other_words_beside_the_list_are_refused();
    void stacks_freeze_towers_unless_told();
};

void TestTrainedTowers::pictures_change_nothing_of_what_trains_data()
{
    QTest::addColumn<QString>("preset");
    QTest::addColumn<QString>("part");
    const std::pair<const char *, const char *> models[] = {{"qwen2.5-vl-3b-instruct", "visual"},
                                                            {"qwen3-vl-2b-instruct", "visual"},
                                                            {"gemma-3-4b-it", "vision_tower"},
                                                            {"llava-1.5-7b-hf", "multi_modal_projector"},
                                                            {"llama-3.2-11b-vision-instruct", "vision_model"}};
    for (const auto &[preset, part] : models)
        for (const char *wanted : {R"(["%1"])", R"({"frozen": ["%1"]})", R"({"last_layers": 2, "also": ["%1"]})", R"(["mlp"])"})
            QTest::newRow((std::string(preset) + " " + wanted).c_str()) << preset << QString(wanted).replace("%1", part);
}

void TestTrainedTowers::pictures_change_nothing_of_what_trains()
{
    QFETCH(QString, preset);
    QFETCH(QString, part);
    json plan = plan_of(qPrintable(preset), R"({"stack": "trl"})");
    plan["trainable"] = json::parse(part.toStdString());
    const auto [text, refused] = trained(plan);
    const auto [seen, why] = trained(seeing(plan));
    QVERIFY2(text > 0, refused.c_str());
    QVERIFY2(seen > 0, why.c_str());
    QCOMPARE(seen, text);
}

/// Qwen2.5-VL-7B: 8,292,166,656 parameters, of which the language model has 7,615,616,512 (Qwen2.5-7B), its head 152,064 x 3,584.
void TestTrainedTowers::parts_count_as_published()
{
    constexpr Count all = 8'292'166'656, text = 7'615'616'512, head = Count{152'064} * 3'584;
    constexpr Count wide = Count{4} * 1'280; // four patches, of which the merger makes one place
    constexpr Count merger = 1'280 + wide * wide + wide + wide * 3'584 + 3'584;
    const auto count = [](const char *part) {
        return trained(seeing(plan_of("qwen2.5-vl-7b-instruct", (R"({"trainable": )" + std::string(part) + "}").c_str()))).first;
    };
    QCOMPARE(count(R"(["visual"])"), all - text);
    QCOMPARE(count(R"({"frozen": ["visual"]})"), text);
    QCOMPARE(count(R"(["language_model"])"), text - head);
    QCOMPARE(count(R"(["model.visual.merger"])"), merger);
    QCOMPARE(count(R"(["visual\\.merger"])"), merger);
    QCOMPARE(count(R"({"frozen": ["visual.merger"]})"), all - merger);
    QCOMPARE(count(R"([".*"])"), all);
}

void TestTrainedTowers::frozen_towers_keep_no_gradients()
{
    const auto gradients = [](const char *more) {
        const auto plan = plan_from_json(seeing(plan_of("gemma-3-4b-it", more)).dump());
        const Result<ArchitectureRef> model = model_of(plan->plan);
        const Result<Estimate> answer =
            estimate(*model, plan->plan, {}, {.timeline = false, .allocator = false, .explain = false});
        return answer ? answer->fullest().steady_gradients : Bytes{-1};
    };
    const Bytes all = gradients("{}"), frozen = gradients(R"({"trainable": {"frozen": ["vision_tower"]}})"),
                stated = gradients(R"({"images": {"tower": "frozen"}})");
    QVERIFY(frozen > 0 && frozen < all);
    QCOMPARE(frozen, stated);
}

void TestTrainedTowers::parts_follow_the_list()
{
    const auto parts = [](const char *more) {
        const auto plan = plan_from_json(seeing(plan_of("qwen2.5-vl-3b-instruct", more)).dump());
        const Result<ArchitectureRef> model = model_of(plan->plan);
        const Result<ResolvedPlan> resolved = resolve(plan->plan, **model);
        return resolved ? std::pair{resolved->plan.images.tower, resolved->plan.images.projector}
                        : std::pair{PartTraining::adapters, PartTraining::adapters};
    };
    const auto frozen = PartTraining::frozen, trains = PartTraining::trained;
    QCOMPARE(parts(R"({"trainable": ["visual"]})"), (std::pair{trains, trains}));
    QCOMPARE(parts(R"({"trainable": ["merger"]})"), (std::pair{frozen, trains}));
    QCOMPARE(parts(R"({"trainable": ["visual.blocks.31"]})"), (std::pair{trains, frozen}));
    QCOMPARE(parts(R"({"trainable": {"last_layers": 2}})"), (std::pair{frozen, frozen}));
    QCOMPARE(parts(R"({"trainable": {"frozen": ["language_model"]}})"), (std::pair{trains, trains}));
    QCOMPARE(parts("{}"), (std::pair{trains, trains}));
}

void TestTrainedTowers::other_words_beside_the_list_are_refused()
{
    const auto refused = [](const char *more) {
        return trained(seeing(plan_of("qwen2.5-vl-3b-instruct", more))).second.substr(0, 16);
    };
    QCOMPARE(refused(R"({"trainable": ["visual"], "images": {"tower": "frozen"}})"), std::string("images.tower: tr"));
    QCOMPARE(refused(R"({"trainable": {"last_layers": 2}, "images": {"projector": "trained"}})"),
             std::string("images.projector"));
    QCOMPARE(refused(R"({"trainable": ["visual"], "images": {"tower": "trained", "projector": "trained"}})"), std::string());
    QCOMPARE(refused(R"({"images": {"tower": "adapters"}})"), std::string("images.tower: fu"));
}

/// LLaMA-Factory 0.9.6 hparams/finetuning_args.py and ms-swift 4.6 arguments/tuner_args.py: tower and projector are frozen, and get no
/// adapters, unless somebody says otherwise.
void TestTrainedTowers::stacks_freeze_towers_unless_told()
{
    constexpr Count tower_and_merger = 8'292'166'656 - 7'615'616'512;
    constexpr Count wide = Count{4} * 1'280, merger = 1'280 + wide * wide + wide + wide * 3'584 + 3'584;
    for (const char *stack : {"llama-factory", "ms-swift"}) {
        const auto count = [stack](const char *more, int pictures = 1) {
            json plan = seeing(plan_of("qwen2.5-vl-7b-instruct", more), pictures);
            plan["stack"] = stack;
            return trained(plan).first;
        };
        const Count text = 7'615'616'512;
        QCOMPARE(count("{}"), text);
        QCOMPARE(count("{}", 0), text);
        QCOMPARE(count(R"({"images": {"tower": "trained"}})"), text + tower_and_merger - merger);
        QCOMPARE(count(R"({"images": {"projector": "trained"}})"), text + merger);
        QCOMPARE(count(R"({"images": {"tower": "trained", "projector": "trained"}})"), text + tower_and_merger);
        // LoRA of rank 8: 28 layers of 3,584, keys and values of 512, an MLP of 18,944
        constexpr Count lora = Count{28} * 8 * (4 * 3'584 + 2 * (3'584 + 512) + 3 * (3'584 + 18'944));
        QCOMPARE(count(R"({"method": "lora", "adapter": {"rank": 8}})"), lora);
        QCOMPARE(count(R"({"method": "lora", "adapter": {"rank": 8}})", 0), lora);
        QVERIFY(count(R"({"method": "lora", "adapter": {"rank": 8}, "images": {"tower": "adapters"}})") > lora);
    }
}

PLIMSOLL_TEST(TestTrainedTowers)
} // namespace PLIMSOLL_FILE
#include "test_trained_towers.moc"
