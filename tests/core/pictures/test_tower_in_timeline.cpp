// SPDX-License-Identifier: GPL-3.0-or-later
// What of a step is the tower's pass, and at which of its layers, as the timeline tells it.
#include "core/estimate/estimate.h"
#include "core/report/estimate_json.h"
#include "core/report/plan_answer.h"
#include "core/torch/places.h"
#include "tests/core/run/recorded_rows.h"
#include "tests/test_program.h"

#include <set>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

constexpr int tower_layers = 8, text_layers = 6;

Result<Estimate> step_with(const char *tower, bool checkpointed, Count pictures)
{
    nlohmann::json plan = nlohmann::json::parse(R"({"schema": "plimsoll.plan/1", "task": "train", "stack": "transformers",
        "method": "lora", "adapter": {"rank": 8}, "sequence_length": 512, "attention": "sdpa"})");
    const nlohmann::json config = nlohmann::json::parse(R"({"model_type": "qwen2_5_vl", "vocab_size": 1024, "hidden_size": 256,
        "intermediate_size": 512, "num_hidden_layers": 6, "num_attention_heads": 4, "num_key_value_heads": 2,
        "tie_word_embeddings": true, "vision_config": {"depth": 8, "hidden_size": 160, "intermediate_size": 320, "num_heads": 2,
        "out_hidden_size": 256, "patch_size": 14, "spatial_merge_size": 2, "temporal_patch_size": 2, "window_size": 112,
        "fullatt_block_indexes": [7]}})");
    plan["gradient_checkpointing"] = checkpointed;
    plan["adapter"]["targets"] = "all-linear";
    if (pictures > 0) plan["images"] = {{"width", 448}, {"height", 448}, {"per_row", pictures}, {"tower", tower}};
    const Result<ArchitectureRef> model = named_class_from_config(config.dump(), "inline");
    if (!model) return model.error();
    const auto parsed = plan_from_json(plan.dump());
    if (!parsed) return parsed.error();
    return estimate(*model, parsed->plan, {});
}

/// Layers of the tower that a phase visits; −1 stands for what lies outside of them.
std::set<int> tower_places(const Estimate &estimate, Phase phase)
{
    std::set<int> out;
    for (const TimelinePoint &point : estimate.shown().timeline)
        if (point.phase == phase && step::in_tower(point.layer)) out.insert(step::tower_layer(point.layer).value_or(-1));
    return out;
}

} // namespace

class TestTowerInTimeline : public QObject {
    Q_OBJECT
private slots:
    void every_layer_of_the_tower_stands_in_the_forward_pass()
    {
        const Result<Estimate> answer = step_with("frozen", false, 1);
        QVERIFY2(answer, answer ? "" : answer.error().message().c_str());
        const std::set<int> places = tower_places(*answer, Phase::forward);
        QCOMPARE(places.size(), std::size_t{tower_layers + 1});
        QCOMPARE(*places.rbegin(), tower_layers - 1);
        std::set<int> text;
        for (const TimelinePoint &point : answer->shown().timeline)
            if (point.phase == Phase::forward && point.layer >= 0) text.insert(point.layer);
        QCOMPARE(text.size(), std::size_t{text_layers}); // the language model's keep their numbers
    }

    /// It reads the pictures before the language model's first layer.
    void it_comes_before_the_language_model()
    {
        const Result<Estimate> answer = step_with("adapters", false, 1);
        QVERIFY(answer);
        bool text = false;
        for (const TimelinePoint &point : answer->shown().timeline) {
            if (point.phase != Phase::forward) continue;
            text = text || point.layer >= 0;
            QVERIFY(!text || !step::in_tower(point.layer));
        }
        QVERIFY(text);
    }

    /// Backward visits a tower that has something to learn, and none that is frozen; checkpointed layers are computed there again.
    void backward_reaches_a_tower_that_trains()
    {
        for (const bool checkpointed : {false, true}) {
            const Result<Estimate> trained = step_with("adapters", checkpointed, 1);
            QVERIFY(trained);
            const std::set<int> places = tower_places(*trained, Phase::backward);
            for (int layer = 0; layer < tower_layers; ++layer)
                QVERIFY2(places.contains(layer), qPrintable(QString::number(layer)));
        }
        const Result<Estimate> frozen = step_with("frozen", false, 1);
        QVERIFY(frozen);
        QVERIFY(tower_places(*frozen, Phase::backward).empty());
    }

    /// Backward goes through the tower once, from its last layer to its first: gradients of its weights are made where they stand.
    void a_layers_gradients_are_made_in_it()
    {
        for (const char *tower : {"adapters", "trained"}) {
            const Result<Estimate> answer = step_with(tower, false, 1);
            QVERIFY2(answer, answer ? "" : answer.error().message().c_str());
            std::vector<int> visited;
            for (const TimelinePoint &point : answer->shown().timeline) {
                if (point.phase != Phase::backward) continue;
                const int layer = step::tower_layer(point.layer).value_or(-1);
                if (step::in_tower(point.layer) && (visited.empty() || visited.back() != layer)) visited.push_back(layer);
            }
            QVERIFY(std::erase(visited, -1) <= 2); // merging before, patches behind, nothing between
            QCOMPARE(visited, std::vector<int>({7, 6, 5, 4, 3, 2, 1, 0}));
        }
    }

    void rows_of_text_have_no_pass_of_it()
    {
        const Result<Estimate> answer = step_with("frozen", false, 0);
        QVERIFY(answer);
        QVERIFY(tower_places(*answer, Phase::forward).empty());
    }

    /// JSON tells a tower's layer from one of the language model.
    void the_answer_names_part_and_layer()
    {
        const Result<Estimate> answer = step_with("frozen", false, 1);
        QVERIFY(answer);
        const nlohmann::ordered_json json = estimate_to_json(PlanAnswer{"one", *answer, {}});
        int of_tower = 0;
        for (const auto &point : json["timeline"]) {
            if (point["part"].is_null()) {
                QVERIFY(point["tower_layer"].is_null());
                continue;
            }
            QCOMPARE(point["part"].get<std::string>(), std::string("tower"));
            QVERIFY(point["layer"].is_null());
            of_tower += point["phase"] == "forward" && !point["tower_layer"].is_null() ? 1 : 0;
        }
        QCOMPARE(of_tower, tower_layers);
        QVERIFY(json["peak"].contains("part") && json["peak"].contains("tower_layer"));
    }
};

PLIMSOLL_TEST(TestTowerInTimeline)
} // namespace PLIMSOLL_FILE
#include "test_tower_in_timeline.moc"
