// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/trace_view.h"
#include "core/load/load.h"
#include "core/model/extension.h"
#include "core/plan/plan_json.h"
#include "core/run/simulate.h"
#include "tests/core/run/chosen_plans.h"
#include "tests/random_plan.h"
#include "tests/test_program.h"

#include <QTest>
#include <nlohmann/json.hpp>

namespace PLIMSOLL_FILE {

// Runs of short models, counted and recorded, in which one layer stands for those of its kind, against recorded ones through every
// layer: to the byte.

using namespace plimsoll;

namespace {

struct Runs {
    std::string plan;
    step::Trace counted, recorded, whole;
};

/// Nothing where the planner refuses it, nor of encoders, of which every layer runs in both.
std::optional<Runs> runs_of(const nlohmann::json &plan)
{
    const auto parsed = plan_from_object(plan);
    const auto model = parsed ? load_model(parsed->plan.model) : Result<ArchitectureRef>(parsed.error());
    const auto resolved = model ? resolve(parsed->plan, **model, {}) : Result<ResolvedPlan>(model.error());
    const DecoderExtension *more = resolved ? (*model)->decoder->extension.get() : nullptr;
    if (!resolved || (more && more->sequence)) return std::nullopt;
    auto counted = step::simulate(**model, *resolved, {}, false), recorded = step::simulate(**model, *resolved, {}, true);
    auto whole = step::simulate_every_layer(**model, *resolved, {});
    if (!counted || !recorded || !whole) return std::nullopt;
    return Runs{plan.dump(), *std::move(counted), *std::move(recorded), *std::move(whole)};
}

QString words(const step::PhaseRecord &record, bool highest)
{
    QString out = QString("phase %1 peak %2").arg(int(record.phase)).arg(record.peak);
    if (highest) {
        out += QString(" layer %1:").arg(record.layer);
        for (const Bytes bytes : record.at_peak) out += u' ' + QString::number(bytes);
    }
    return out;
}

const step::PhaseRecord &highest(const step::Trace &trace)
{
    return *std::ranges::max_element(trace.phases, {}, &step::PhaseRecord::peak);
}

void compare_totals(const step::Trace &run, const step::Trace &whole)
{
    QCOMPARE(words(highest(run), true), words(highest(whole), true));
    QCOMPARE(run.load_peak, whole.load_peak);
    QCOMPARE(run.after_load_components, whole.after_load_components);
    QCOMPARE(run.between_steps, whole.between_steps);
    QCOMPARE(run.gradient_bytes, whole.gradient_bytes);
    QCOMPARE(run.trainable_parameters, whole.trainable_parameters);
}

/// Of generated tokens a count runs the last ones only, so of that phase only the highest moment counts.
void compare(const Runs &run)
{
    compare_totals(run.counted, run.whole);
    for (const step::PhaseRecord &counted : run.counted.phases)
        for (const step::PhaseRecord &whole : run.whole.phases)
            if (counted.step == whole.step && counted.phase == whole.phase && counted.phase != Phase::generate)
                QCOMPARE(words(counted, false), words(whole, false));
    compare_totals(run.recorded, run.whole);
    QCOMPARE(run.recorded.events.size(), run.whole.events.size());
    QVERIFY(allocator_events(run.recorded.events) == allocator_events(run.whole.events));
}

} // namespace

class TestCounted : public QObject {
    Q_OBJECT
private slots:
    void random_plans();
    void chosen_plans_data();
    void chosen_plans();
};

void TestCounted::random_plans()
{
    constexpr Count any_number = 2'000'000'000'000;
    constexpr int wanted = 120;
    std::mt19937 random(2026);
    for (int compared = 0; compared < wanted;) {
        const auto run = runs_of(tests::random_plan(random, any_number));
        if (!run) continue;
        ++compared;
        compare(*run);
        if (QTest::currentTestFailed()) return qWarning("%s", run->plan.c_str());
    }
}

void TestCounted::chosen_plans_data()
{
    const tests::ChosenPlan rows[] = {
        {"qwen3-0.6b", R"({"method": "full", "optimizer": {"name": "adamw", "implementation": "foreach"}})"},
        {"qwen3-0.6b", R"({"method": "full", "optimizer": {"name": "adamw", "implementation": "single"}})"},
        {"qwen3-0.6b", R"({"method": "full", "optimizer": {"name": "adafactor", "implementation": "foreach"}})"},
        {"qwen3-0.6b", R"({"method": "full", "optimizer": {"name": "muon"}})"},
        {"opt-125m", R"({"method": "full", "optimizer": {"name": "galore"}})"},
        {"opt-125m", R"({"method": "full", "optimizer": {"name": "adamw_4bit"}})"},
        {"phi-2", R"({"method": "full", "optimizer": {"name": "sgd", "in_backward": true}, "stack": "torchtune"})"},
        {"qwen-7b", R"({"method": "full", "stack": "torchtune", "gradient_checkpointing": {"every": 2},
                        "optimizer": {"name": "adamw", "implementation": "foreach", "in_backward": true}})"},
        {"smollm3-3b", R"({"method": "lora", "objective": "dpo", "gradient_checkpointing": true})"},
        {"qwen2.5-0.5b", R"({"method": "full", "objective": "dpo", "gradient_checkpointing": true})"},
        {"gemma-2-2b", R"({"method": "lora", "gradient_checkpointing": {"reentrant": true}, "stack": "pytorch",
                           "gradient_accumulation": 3})"},
        {"mistral-7b-v0.1", R"({"method": "qlora", "weights": {"dtype": "bf16", "quant": "int8"}, "stack": "pytorch"})"},
        {"mistral-7b-v0.1", R"({"method": "qlora", "kbit_prepare": true, "stack": "pytorch"})"},
        {"bloom-560m", R"({"method": "lora", "stack": "torchtune", "adapter": {"rank": 8, "targets": "all-linear"},
                           "gradient_checkpointing": {"enabled": true, "reentrant": true}})"},
        {"mpt-7b", R"({"method": "lora", "stack": "litgpt", "padded": true, "adapter": {"rank": 8, "targets": "all-linear"},
                       "gradient_checkpointing": {"enabled": true, "reentrant": true}})"},
        {"gemma-2b", R"({"method": "qlora", "objective": "dpo", "stack": "pytorch", "gradient_checkpointing": true})"},
        {"llama-3.2-3b-instruct", R"({"method": "lora", "gradient_checkpointing": {"every": 2}, "stack": "pytorch"})"},
        {"qwen3-4b", R"({"method": "lora", "gradient_checkpointing": "offload", "stack": "unsloth"})"},
        {"stablelm-2-zephyr-1.6b", R"({"method": "lora", "adapter": {"rank": 8, "dora": true, "targets": "all-linear"},
                                       "attention": "eager", "padded": true})"},
        {"tinyllama-1.1b-chat", R"({"method": "lora", "loss": {"kind": "fused"},
                                    "gradient_checkpointing": {"offload": "activations"}})"},
        {"pythia-1.4b", R"({"method": "qlora", "stack": "litgpt", "loss": {"kind": "chunked"},
                            "adapter": {"rank": 8, "targets": "all-linear"}})"},
        {"qwen1.5-moe-a2.7b", R"({"method": "lora", "stack": "axolotl", "gradient_checkpointing": true})"},
        {"gemma-2-9b", R"({"method": "full", "attention": "eager", "sequence_length": 2048, "gradient_checkpointing": true})"},
        {"llama-3.1-8b", R"({"task": "infer", "inference": {"context": 700, "new_tokens": 5, "cache": "static"}})"},
        {"qwen2.5-7b", R"({"task": "infer", "weights": {"dtype": "fp32"}, "autocast": "bf16",
                           "inference": {"context": 900, "new_tokens": 2}})"},
        {"phi-2", R"({"task": "extract", "attention": "eager", "extract": {"capture": "full"}})"},
        {"qwen2.5-7b", R"({"task": "extract", "extract": {"chunk": 100}})"},
    };
    tests::add_rows(rows);
}

void TestCounted::chosen_plans()
{
    QFETCH(QByteArray, preset);
    QFETCH(QByteArray, settings);
    const auto run = runs_of(tests::chosen_plan(preset, settings));
    QVERIFY(run.has_value());
    compare(*run);
}

PLIMSOLL_TEST(TestCounted)
} // namespace PLIMSOLL_FILE
#include "test_counted.moc"
