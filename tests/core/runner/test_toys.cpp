// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/estimate.h"
#include "core/estimate/runtime.h"
#include "core/load/load.h"
#include "core/plan/field.h"
#include "core/plan/names.h"
#include "core/plan/plan_json.h"
#include "core/resolve/gate.h"
#include "core/resolve/library_use.h"
#include "core/resolve/resolve.h"
#include "core/resolve/runners.h"
#include "core/run/simulate.h"
#include "tests/core/runner/toys.h"
#include "tests/test_program.h"

#include <QTest>

#include <algorithm>

using namespace plimsoll;

namespace {

// One line each, and plans may name them.
const Stack toy_stack = add_stack(toys::stack);
const Engine toy_engine = add_engine(toys::engine);

const Architecture &small()
{
    static const ArchitectureRef architecture = *load_model({.config_text = R"({"model_type": "llama",
        "architectures": ["LlamaForCausalLM"], "hidden_size": 64, "vocab_size": 512, "intermediate_size": 128,
        "num_hidden_layers": 2, "num_attention_heads": 4, "dtype": "bfloat16", "max_position_embeddings": 4096})"});
    return *architecture;
}

Result<ResolvedPlan> resolved(const std::string &text)
{
    const auto parsed = plan_from_json(text);
    if (!parsed) return parsed.error();
    return resolve(parsed->plan, small());
}

Bytes peak_of(const std::string &text)
{
    const auto plan = resolved(text);
    if (!plan) qFatal("%s: %s", text.c_str(), plan.error().message().c_str());
    const auto trace = step::simulate(small(), *plan, {}, false);
    if (!trace) qFatal("%s: %s", text.c_str(), trace.error().message().c_str());
    Bytes peak = 0;
    for (const step::PhaseRecord &record : trace->phases) peak = std::max(peak, record.peak);
    return peak;
}

bool says(const Lines &lines, std::string_view text)
{
    return std::ranges::any_of(lines, [text](const std::string &line) { return line.find(text) != std::string::npos; });
}

} // namespace

class TestToys : public QObject {
    Q_OBJECT
private slots:
    void plans_name_the_stack();
    void its_defaults_are_taken_and_cited();
    void its_releases_are_held();
    void the_gate_asks_it();
    void its_loss_is_run();
    void plans_name_the_engine();
    void the_engine_is_called();
    void its_allocator_is_replayed();
};

void TestToys::plans_name_the_stack()
{
    const auto parsed = plan_from_json(R"({"stack": "toy"})");
    QVERIFY(parsed.ok());
    QCOMPARE(parsed->plan.stack, toy_stack);
    QVERIFY(plan_to_json(parsed->plan)["stack"] == "toy");
    QVERIFY(find_field("stack")->accepted.ends_with("toy"));
}

void TestToys::its_defaults_are_taken_and_cited()
{
    const auto plan = resolved(R"({"stack": "toy", "method": "lora"})");
    QVERIFY(plan.ok());
    QCOMPARE(plan->plan.adapter.rank, Count{3});
    QCOMPARE(plan->plan.weights.dtype, WeightDtype::fp32);
    QVERIFY(!plan->plan.gradient_checkpointing.enabled);
    QVERIFY(says(plan->assumptions, "adapter.rank: 3 — Toy 1.0, lora.py"));
    QCOMPARE(plan->plan.micro_batch, Count{1}); // a row with a key alone is no default
    const auto older = resolved(R"({"stack": "toy", "libraries": {"peft": "0.8"}})");
    QVERIFY(older->plan.gradient_checkpointing.enabled);
    QCOMPARE(key_in(toys::stack, "micro_batch"), std::string_view("rows"));
}

void TestToys::its_releases_are_held()
{
    const auto plan = resolved(R"({"stack": "toy"})");
    QVERIFY(says(plan->assumptions, "libraries.transformers: 4.57.0 — Toy 1.0, pyproject.toml"));
    QVERIFY(uses_library("trl", plan->plan));
    QVERIFY(!uses_library("litgpt", plan->plan));
}

void TestToys::the_gate_asks_it()
{
    const auto refused = resolved(R"({"stack": "toy", "compile": true})");
    QVERIFY(!refused.ok());
    QCOMPARE(refused.error().message(), std::string("compile: the toy compiles nothing, read true, accepted: false"));
    QVERIFY(resolved(R"({"compile": true})").ok());
}

void TestToys::its_loss_is_run()
{
    // fp32 logits of 1 × 2048 × 512: the scratch stands beside them
    const Bytes toy = peak_of(R"({"stack": "toy"})"), whole = peak_of(R"({"stack": "toy", "loss": {"kind": "full"}})");
    QVERIFY(toy != whole);
}

void TestToys::plans_name_the_engine()
{
    const auto plan = resolved(R"({"task": "infer", "inference": {"engine": "toy.cpp", "context": 512, "cache": "static"}})");
    QVERIFY(plan.ok());
    QCOMPARE(plan->plan.inference.engine, toy_engine);
    QVERIFY(idle_fields(plan->warnings).find("inference.cache (the toy has one pool)") != std::string::npos);
}

void TestToys::the_engine_is_called()
{
    const auto peak = [](const char *context) {
        return peak_of(R"({"task": "infer", "inference": {"engine": "toy.cpp", "context": )" + std::string(context) + "}}");
    };
    QCOMPARE(peak("2048") - peak("1024"), Bytes{1024} * 1024 * 4);
}

/// PyTorch's would ask for pieces of 2 MiB.
void TestToys::its_allocator_is_replayed()
{
    const auto parsed = plan_from_json(R"({"task": "infer", "inference": {"engine": "toy.cpp", "context": 1000}})");
    QVERIFY(parsed.ok());
    const ArchitectureRef model = std::make_shared<const Architecture>(small());
    const auto made =
        estimate(model, parsed->plan, {}, {.timeline = false, .allocator = true, .required = true, .explain = false});
    QVERIFY2(made.ok(), made.ok() ? "" : made.error().message().c_str());
    const Peak &peak = made->fullest().peak;
    QVERIFY(peak.reserved >= peak.allocated && peak.reserved % (2 * mib) != 0);
    QVERIFY(peak.required >= peak.allocated);
    QCOMPARE(peak.device, peak.reserved + context_bytes({}).bytes);
}

PLIMSOLL_TEST(TestToys)
#include "test_toys.moc"
