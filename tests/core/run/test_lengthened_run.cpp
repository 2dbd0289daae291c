// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/trace_view.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "core/run/lengthened_run.h"
#include "core/run/simulate.h"
#include "tests/core/run/chosen_plans.h"
#include "tests/test_program.h"

#include <QTest>
#include <nlohmann/json.hpp>

namespace PLIMSOLL_FILE {

// Recorded runs in which layers are repeated from their neighbours, against runs through every layer.

using namespace plimsoll;
using step::Event;

namespace {

Result<ResolvedPlan> resolved(const char *preset, const char *settings, ArchitectureRef &model)
{
    const auto parsed = plan_from_object(tests::chosen_plan(preset, settings));
    if (!parsed) return parsed.error();
    const auto loaded = load_model(parsed->plan.model, "");
    if (!loaded) return loaded.error();
    model = *loaded;
    return resolve(parsed->plan, *model, {});
}

/// Events name what stands in the architecture: `model` keeps it.
Result<step::Trace> run(const char *preset, const char *settings, bool every_layer, ArchitectureRef &model)
{
    const auto plan = resolved(preset, settings, model);
    if (!plan) return plan.error();
    return every_layer ? step::simulate_every_layer(*model, *plan, {}) : step::simulate(*model, *plan, {}, true);
}

/// Everything an event says, as text; storages by number.
QString words(const step::Trace &trace, std::size_t i)
{
    const Event e = trace.events[i];
    QString shape;
    if (e.kind == Event::Kind::allocate)
        for (const Count size : trace.shapes[e.shape].size) shape += QString::number(size) + u' ';
    return QString("%1: kind %2 part %3 phase %4 dtype %5 layer %6 step %7 id %8 bytes %9 %10 %11 [%12]")
        .arg(i)
        .arg(int(e.kind))
        .arg(int(e.component))
        .arg(int(e.phase))
        .arg(int(e.dtype))
        .arg(e.layer)
        .arg(e.step)
        .arg(e.id)
        .arg(e.bytes)
        .arg(QLatin1StringView(e.operation), QLatin1StringView(e.module), shape);
}

bool alike(const step::Trace &a, const step::Trace &b, std::size_t i)
{
    const Event x = a.events[i], y = b.events[i];
    if (x.kind == Event::Kind::allocate && a.shapes[x.shape] != b.shapes[y.shape]) return false;
    const auto rest = [](const Event &e) {
        return std::tuple(e.kind, e.component, e.phase, e.dtype, e.layer, e.step, e.id, e.bytes);
    };
    return rest(x) == rest(y) && std::string_view(x.operation) == y.operation && std::string_view(x.module) == y.module;
}

QString words(const step::PhaseRecord &r)
{
    QString parts;
    for (const Bytes bytes : r.at_peak) parts += QString::number(bytes) + u' ';
    return QString("step %1 phase %2 layer %3 event %4 peak %5 after %6: %7")
        .arg(r.step)
        .arg(int(r.phase))
        .arg(r.layer)
        .arg(r.event)
        .arg(r.peak)
        .arg(r.after)
        .arg(parts);
}

} // namespace

class TestLengthenedRun : public QObject {
    Q_OBJECT
private slots:
    void repeats_what_every_layer_does_data();
    void repeats_what_every_layer_does();
    void repeats_only_layers_that_are_alike();
};

void TestLengthenedRun::repeats_what_every_layer_does_data()
{
    const tests::ChosenPlan rows[] = {
        {"qwen2.5-7b", R"({"method": "qlora", "gradient_checkpointing": true})"},
        {"llama-3.1-8b", R"({"method": "lora"})"},
        {"gemma-2-2b", R"({"method": "lora", "gradient_checkpointing": {"reentrant": true},
                           "stack": "pytorch", "gradient_accumulation": 2})"},
        {"smollm2-360m", R"({"method": "full", "optimizer": {"name": "adafactor"}})"},
        {"gpt2", R"({"method": "full", "optimizer": {"name": "adamw", "implementation": "foreach"}})"},
        {"bloom-560m", R"({"method": "full", "optimizer": {"name": "adamw", "implementation": "single"}, "stack": "pytorch"})"},
        {"qwen3-0.6b", R"({"method": "full", "optimizer": {"name": "muon"}})"},
        {"opt-125m", R"({"method": "full", "optimizer": {"name": "galore"}})"},
        {"pythia-1b", R"({"method": "full", "optimizer": {"name": "paged_adamw_8bit"}, "autocast": "bf16",
                          "weights": {"dtype": "fp32"}})"},
        {"phi-2", R"({"method": "full", "optimizer": {"name": "sgd", "in_backward": true}, "stack": "torchtune"})"},
        {"smollm3-3b", R"({"method": "lora", "objective": "dpo", "gradient_checkpointing": true})"},
        {"qwen2.5-0.5b", R"({"method": "full", "objective": "dpo", "gradient_checkpointing": true})"},
        {"mistral-7b-v0.1", R"({"method": "qlora", "weights": {"dtype": "bf16", "quant": "int8"}})"},
        {"llama-3.2-3b-instruct", R"({"method": "lora", "gradient_checkpointing": {"every": 2}})"},
        {"qwen3-4b", R"({"method": "lora", "gradient_checkpointing": "offload", "stack": "unsloth"})"},
        {"stablelm-2-zephyr-1.6b", R"({"method": "lora", "adapter": {"rank": 8, "dora": true, "targets": "all-linear"},
                                       "attention": "eager", "padded": true})"},
        {"tinyllama-1.1b-chat", R"({"method": "lora", "loss": {"kind": "fused"},
                                    "gradient_checkpointing": {"offload": "activations"}})"},
        {"pythia-1.4b", R"({"method": "qlora", "stack": "litgpt", "loss": {"kind": "chunked"},
                            "adapter": {"rank": 8, "targets": "all-linear"}})"},
        {"qwen1.5-moe-a2.7b", R"({"method": "lora", "stack": "axolotl", "gradient_checkpointing": true})"},
        {"falcon-mamba-7b", R"({"method": "full"})"},
        {"deepseek-v2-lite", R"({"method": "qlora"})"},
        {"llama-3.1-8b", R"({"task": "infer", "inference": {"context": 700, "new_tokens": 5, "sequences": 2}})"},
        {"gemma-2-2b", R"({"task": "infer", "inference": {"context": 5000, "new_tokens": 40, "cache": "static"}})"},
        {"qwen1.5-moe-a2.7b", R"({"task": "infer", "attention": "eager", "weights": {"quant": "nf4"},
                                  "inference": {"context": 300, "new_tokens": 3, "sequences": 3}})"},
        {"qwen2.5-7b", R"({"task": "infer", "weights": {"dtype": "fp32"}, "autocast": "bf16",
                           "inference": {"context": 900, "new_tokens": 2}})"},
        {"phi-2", R"({"task": "extract", "attention": "eager", "extract": {"capture": "full"}})"},
        {"gemma-3-1b-it", R"({"method": "lora", "sequence_length": 511})"}, // shorter than the window: one kind of layer
        {"gemma-3-4b-it", R"({"method": "full", "attention": "eager", "sequence_length": 2048, "gradient_checkpointing": true})"},
        {"gemma-2-2b", R"({"method": "lora", "weights": {"dtype": "bf16"}, "attention": "flash2", "sequence_length": 5000})"},
        {"gpt-oss-20b", R"({"method": "lora", "weights": {"quant": "none"}, "sequence_length": 100})"},
        {"gemma-3-1b-it", R"({"method": "lora"})"}, // too few periods of its own: every layer runs
    };
    tests::add_rows(rows);
}

void TestLengthenedRun::repeats_what_every_layer_does()
{
    QFETCH(QByteArray, preset);
    QFETCH(QByteArray, settings);
    ArchitectureRef model, again;
    const auto repeated = run(preset, settings, false, model), whole = run(preset, settings, true, again);
    QVERIFY2(repeated && whole, repeated ? "" : repeated.error().message().c_str());
    QCOMPARE(repeated->events.size(), whole->events.size());
    for (std::size_t i = 0; i < whole->events.size(); ++i)
        if (!alike(*repeated, *whole, i)) QCOMPARE(words(*repeated, i), words(*whole, i));
    QCOMPARE(repeated->phases.size(), whole->phases.size());
    for (std::size_t i = 0; i < whole->phases.size(); ++i) QCOMPARE(words(repeated->phases[i]), words(whole->phases[i]));
    QCOMPARE(repeated->load_peak, whole->load_peak);
    QCOMPARE(repeated->after_load_components, whole->after_load_components);
    QCOMPARE(repeated->between_steps, whole->between_steps);
    QCOMPARE(repeated->gradient_bytes, whole->gradient_bytes);
    QCOMPARE(repeated->trainable_parameters, whole->trainable_parameters);

    // what is read off events that are stored once is what the plain list gives
    const PeakMoment peak = find_peak(*whole);
    QCOMPARE(find_peak(*repeated).event, peak.event);
    QVERIFY(allocator_events(repeated->events) == allocator_events(whole->events));
    QVERIFY(replay(repeated->events) == replay(allocator_events(whole->events)));
    QVERIFY(timeline_of(repeated->events, peak) == timeline_of(whole->events, peak));
    std::vector<BreakdownLine> lines, of_whole;
    for (std::size_t i = 0; i < component_count; ++i) {
        lines.push_back({static_cast<Component>(i), peak.components[i], "", "", "", {}});
        of_whole.push_back(lines.back());
    }
    ArchitectureRef own;
    const auto plan = resolved(preset, settings, own);
    explain_peak(groups_alive(*repeated, peak), *own, plan->plan, lines);
    explain_peak(groups_alive(*whole, peak), *own, plan->plan, of_whole);
    QVERIFY(lines == of_whole);
}

/// A trace whose middle layers differ from each other is not repeated.
void TestLengthenedRun::repeats_only_layers_that_are_alike()
{
    const auto of_sizes = [](std::initializer_list<Bytes> sizes) {
        step::Trace trace;
        std::vector<Event> events;
        for (const Bytes bytes : sizes) {
            Event event;
            event.kind = Event::Kind::allocate;
            event.layer = static_cast<std::int16_t>(events.size());
            event.id = static_cast<std::uint32_t>(events.size());
            event.bytes = bytes;
            event.shape = static_cast<std::uint32_t>(events.size());
            trace.shapes.push_back({bytes});
            events.push_back(event);
        }
        trace.events = std::move(events);
        return trace;
    };
    const step::LayerLayout layout{0, 1, 40, 0};
    const auto alike = step::lengthen(of_sizes({512, 512, 512, 512}), layout);
    QVERIFY(alike.has_value());
    QCOMPARE(alike->events.size(), std::size_t{40});
    QCOMPARE(alike->events[29].layer, std::int16_t{29});
    QCOMPARE(alike->phases.front().peak, Bytes{40 * 512});
    QVERIFY(!step::lengthen(of_sizes({512, 512, 1024, 512}), layout).has_value());
}

PLIMSOLL_TEST(TestLengthenedRun)
} // namespace PLIMSOLL_FILE
#include "test_lengthened_run.moc"
