// SPDX-License-Identifier: GPL-3.0-or-later
// Plan → command or Modelfile → plan: what an engine can say of random plans is the same again, and the rest is listed.
#include "core/exchange/exchange.h"
#include "core/exchange/import.h"
#include "core/exchange/model_argument.h"
#include "core/plan/field.h"
#include "tests/core/exchange/engine_plans.h"
#include "tests/test_program.h"

#include <algorithm>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

/// What is asked of a plan, not set in it, and who carries it out.
bool is_no_setting(const std::string &path)
{
    return path == "name" || path == "task" || path == "stack" || path == "inference.engine" || path.starts_with("target.") ||
           path.starts_with("libraries.");
}

bool is_of_file(const std::string &path) { return path == "model" || path == "weights.quant" || path == "weights.dtype"; }

/// The same folder, file or Hub id, however it was named.
bool names_the_same(const Plan &a, const Plan &b)
{
    const Result<ModelArgument> here = model_argument(a), there = model_argument(b);
    return here.ok() && there.ok() && here->model == there->model && here->revision == there->revision;
}

} // namespace

class TestRoundTripServers : public QObject {
    Q_OBJECT

private slots:
    void plans_come_back_data()
    {
        QTest::addColumn<QByteArray>("tool");
        for (const char *tool : {"vllm", "sglang", "llama.cpp", "ollama"}) QTest::newRow(tool) << QByteArray(tool);
    }

    void plans_come_back()
    {
        QFETCH(const QByteArray, tool);
        std::mt19937 random(36);
        std::size_t compared = 0;
        for (int i = 0; i < 500; ++i) {
            const nlohmann::json document = tests::random_engine_plan(random);
            const Result<ParsedPlan> plan = plan_from_object(document);
            QVERIFY2(plan.ok(), document.dump().c_str());
            const Result<Exported> made = exported(plan->plan, tool.toStdString());
            QVERIFY2(made.ok(), document.dump().c_str());
            const std::string shown = document.dump() + '\n' + export_to_text(*made);
            const Result<Imported> back = imported(made->text, {});
            QVERIFY2(back.ok(), shown.c_str());
            QCOMPARE(back->tool, tool.toStdString());
            for (const ImportedKey &key : back->not_said) QVERIFY2(false, (key.key + ": " + key.why + '\n' + shown).c_str());
            for (const std::string &path : plan->plan.given) {
                if (is_no_setting(path) || std::ranges::find(made->not_said, path, &NotSaid::field) != made->not_said.end())
                    continue;
                if (!made->first.empty() && is_of_file(path)) continue; // a file that has to be made is another model
                ++compared;
                if (path == "model") {
                    QVERIFY2(names_the_same(plan->plan, back->plan), shown.c_str());
                    continue;
                }
                const Field *const field = find_field(path);
                const std::string here = field->write(plan->plan).dump(), there = field->write(back->plan).dump();
                QVERIFY2(here == there, (path + ' ' + here + " became " + there + '\n' + shown).c_str());
            }
        }
        QVERIFY(compared > 1000);
    }

    void what_vllm_takes_of_pictures_and_adapters()
    {
        const nlohmann::json inference{
            {"engine", "vllm"},
            {"images",
             {{"limit", {{"image", 2}, {"video", 0}}},
              {"max_pixels", 1003520},
              {"max_patches", 6},
              {"pan_and_scan", true},
              {"profile", false},
              {"language_model_only", true},
              {"tower_data_parallel", true}}},
            {"sleep", {{"level", 1}, {"offload_graphs", true}}},
            {"logprobs_mode", "processed_logprobs"},
            {"lora", {{"max_loras", 2}, {"dtype", "bf16"}, {"targets", {"q_proj", "o_proj"}}}},
            {"speculative", {{"method", "ngram_gpu"}, {"tokens", 3}, {"draft_sample_method", "probabilistic"}}}};
        const Plan plan =
            plan_from_object({{"task", "infer"}, {"model", {{"hub", "org/some-model"}}}, {"inference", inference}})->plan;
        const Result<Exported> made = exported(plan, "vllm");
        QVERIFY(made.ok() && made->not_said.empty());
        const Result<Imported> back = imported(made->text, {});
        QVERIFY(back.ok());
        QCOMPARE(plan_to_json(back->plan, true).dump(), plan_to_json(plan, true).dump());
    }
};

PLIMSOLL_TEST(TestRoundTripServers)
} // namespace PLIMSOLL_FILE
#include "test_round_trip_servers.moc"
