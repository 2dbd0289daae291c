// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/estimate.h"
#include "core/resolve/handed_pictures.h"
#include "tests/core/run/recorded_rows.h"
#include "tests/test_program.h"

#include <cmath>

namespace PLIMSOLL_FILE {

// Models that see, with pictures in their rows, against what a real run of the libraries allocates: torch 2.15, transformers 5.23,
// peft 0.21.2, bitsandbytes 0.50.2; an A100. A line of the fixture as in tests/core/run/test_family_steps.cpp.

using namespace plimsoll;

namespace {

nlohmann::json row_of(const char *tower, bool checkpointed, const char *targets, Count pictures)
{
    nlohmann::json plan = nlohmann::json::parse(R"({"schema": "plimsoll.plan/1", "task": "train", "stack": "transformers",
        "method": "lora", "adapter": {"rank": 8}, "sequence_length": 512, "attention": "sdpa", "images": {"width": 448, "height": 448},
        "model": {"config": {"model_type": "qwen2_5_vl", "vocab_size": 1024, "hidden_size": 256, "intermediate_size": 512,
            "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2, "tie_word_embeddings": true,
            "vision_config": {"depth": 8, "hidden_size": 160, "intermediate_size": 320, "num_heads": 2, "out_hidden_size": 256,
                "patch_size": 14, "spatial_merge_size": 2, "temporal_patch_size": 2, "window_size": 112,
                "fullatt_block_indexes": [7]}}}})");
    plan["gradient_checkpointing"] = checkpointed;
    plan["adapter"]["targets"] = targets;
    plan["images"]["per_row"] = pictures;
    plan["images"]["tower"] = tower;
    return {{"plan", plan}};
}

Bytes peak_of(const char *tower, bool checkpointed, const char *targets = "language", Count pictures = 1)
{
    const Result<step::Trace> trace = run_of(row_of(tower, checkpointed, targets, pictures), false);
    return trace ? highest(*trace).bytes : -1;
}

} // namespace

class TestPictureSteps : public QObject {
    Q_OBJECT
private slots:
    void allocates_as_recorded_data() { add_recorded_rows(PLIMSOLL_FIXTURES "/step/pictures.jsonl"); }
    void allocates_as_recorded();
    void a_tower_that_is_not_in_the_graph_keeps_its_output_alone();
    void checkpointing_draws_a_frozen_tower_into_the_graph();
    void adapters_land_in_the_tower_unless_it_is_kept_out();
    void more_pictures_take_more();
    void pictures_that_do_not_fit_into_a_row_are_refused();
    void stacks_hand_pictures_over_as_their_collators_do();
};

void TestPictureSteps::allocates_as_recorded()
{
    QFETCH(QString, line);
    const auto row = nlohmann::json::parse(line.toStdString());
    // the estimate, not the bare step: of a large block whose rest is not split, all counts
    const Result<ArchitectureRef> model = named_class_from_config(row["plan"]["model"]["config"].dump(), "inline");
    const auto parsed = plan_from_json(row["plan"].dump());
    QVERIFY(model && parsed);
    const Result<Estimate> answer = estimate(*model, parsed->plan, {});
    QVERIFY2(answer, answer ? "" : answer.error().message().c_str());
    const Peak &peak = answer->fullest().peak;
    const double error = static_cast<double>(peak.allocated) / row["allocated_bytes"].get<double>() - 1.0;
    QVERIFY2(std::abs(error) <= row["within"].get<double>(),
             qPrintable(QString("%1: %2 %").arg(peak.allocated).arg(100 * error)));
    QCOMPARE(coarse(peak.phase), QString::fromStdString(row["phase"].get<std::string>()));
}

void TestPictureSteps::a_tower_that_is_not_in_the_graph_keeps_its_output_alone()
{
    // layers of 1,024 patches kept whole would take many times this
    const Bytes output = 1024 * 160 * 2 + 4 * 256 * 256 * 2;
    QVERIFY(peak_of("frozen", false) - peak_of("frozen", false, "language", 0) < 3 * output + 2 * 1024 * 1176 * 4);
}

void TestPictureSteps::checkpointing_draws_a_frozen_tower_into_the_graph()
{
    const Bytes text = peak_of("frozen", true, "language", 0), seen = peak_of("frozen", true);
    QVERIFY(seen - text > 8 * 1024 * 160 * 2); // every layer's input
}

void TestPictureSteps::adapters_land_in_the_tower_unless_it_is_kept_out()
{
    QVERIFY(peak_of("adapters", false, "all-linear") > peak_of("frozen", false, "all-linear"));
}

void TestPictureSteps::more_pictures_take_more()
{
    QVERIFY(peak_of("adapters", false, "all-linear", 2) > peak_of("adapters", false, "all-linear"));
}

void TestPictureSteps::pictures_that_do_not_fit_into_a_row_are_refused()
{
    const Result<step::Trace> trace = run_of(row_of("frozen", true, "language", 3), false); // 3 x 256 tokens in 512
    QVERIFY(!trace);
    QCOMPARE(trace.error().field, std::string("sequence_length"));
}

void TestPictureSteps::stacks_hand_pictures_over_as_their_collators_do()
{
    const auto tokens = [](const char *stack) {
        nlohmann::json row = row_of("frozen", true, "language", 1);
        row["plan"]["stack"] = stack;
        row["plan"]["sequence_length"] = 2048;
        row["plan"]["images"]["width"] = 1024;
        row["plan"]["images"]["height"] = 768;
        const Result<ArchitectureRef> model = named_class_from_config(row["plan"]["model"]["config"].dump(), "inline");
        const Result<ResolvedPlan> resolved = resolve(plan_from_json(row["plan"].dump())->plan, **model);
        const std::optional<PictureTokens> made = planned_picture(resolved->plan, **model);
        return made ? made->tokens : 0;
    };
    QCOMPARE(tokens("transformers"), Count{999});
    QCOMPARE(tokens("llama-factory"), Count{32 * 24}); // 886 x 665 pixels, ProcessorArguments.image_max_pixels
    QCOMPARE(tokens("unsloth"), Count{252});           // 512 x 384, UnslothVisionDataCollator
}

PLIMSOLL_TEST(TestPictureSteps)
} // namespace PLIMSOLL_FILE
#include "test_picture_steps.moc"
