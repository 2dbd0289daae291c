// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "core/resolve/resolve.h"
#include "core/run/simulate.h"
#include "core/torch/work.h"
#include "tests/test_program.h"

#include <QTest>
#include <nlohmann/json.hpp>

namespace PLIMSOLL_FILE {

// The work of a step, told beside its allocations.

using namespace plimsoll;
using nlohmann::json;

namespace {

json toy(int layers)
{
    return {{"model_type", "llama"},        {"hidden_size", 256},       {"intermediate_size", 688},
            {"num_hidden_layers", layers},  {"num_attention_heads", 8}, {"num_key_value_heads", 4},
            {"vocab_size", 1024},           {"hidden_act", "silu"},     {"max_position_embeddings", 2048},
            {"tie_word_embeddings", false}, {"rms_norm_eps", 1e-6}};
}

step::Trace run_of(const json &more, bool records, int layers = 12)
{
    json plan{{"model", {{"config", toy(layers)}}},
              {"weights", {{"dtype", "bf16"}}},
              {"stack", "transformers"},
              {"method", "full"},
              {"micro_batch", 2},
              {"sequence_length", 128},
              {"attention", "flash2"},
              {"gradient_checkpointing", false}};
    if (more.is_object()) plan.merge_patch(more);
    const auto parsed = plan_from_object(plan);
    if (!parsed) return {};
    const auto model = load_model(parsed->plan.model);
    const auto resolved = model ? resolve(parsed->plan, **model, {}) : Result<ResolvedPlan>(model.error());
    if (!resolved) return {};
    auto out = step::simulate(**model, *resolved, {}, records, {}, true);
    return out ? *std::move(out) : step::Trace{};
}

double operations(const step::WorkList &work, std::optional<Phase> phase = {})
{
    double out = 0;
    for (const step::ProductWork &one : work.products())
        if (!phase || one.phase == *phase) out += one.times * one.operations();
    return out;
}

/// Multiplications and additions of one token through every matrix of the toy.
double of_token(int layers)
{
    const double attention = 256.0 * 256 * 2 + 256.0 * 128 * 2, mlp = 3 * 256.0 * 688;
    return 2 * (layers * (attention + mlp) + 256.0 * 1024);
}

} // namespace

class TestWork : public QObject {
    Q_OBJECT
private slots:
    void a_step_is_six_operations_a_parameter_and_token();
    void frozen_matrices_have_no_gradient_of_their_own();
    void checkpoints_run_layers_again();
    void counted_recorded_and_whole_runs_tell_the_same();
    void micro_batches_that_are_not_run_count();
    void attention_is_told_by_its_shape();
    void nobody_counts_unless_asked();
};

void TestWork::a_step_is_six_operations_a_parameter_and_token()
{
    const step::Trace run = run_of({}, false);
    QVERIFY(run.work);
    QCOMPARE(operations(*run.work), 3 * of_token(12) * 256);
    QCOMPARE(operations(*run.work, Phase::forward) + operations(*run.work, Phase::loss), of_token(12) * 256);
}

void TestWork::frozen_matrices_have_no_gradient_of_their_own()
{
    const step::Trace run = run_of({{"method", "lora"}, {"adapter", {{"rank", 8}, {"targets", {"q_proj"}}}}}, false);
    QVERIFY(run.work);
    const double low = 12 * 2.0 * 8 * (256 + 256) * 256; // through both of LoRA's matrices
    const double forward = of_token(12) * 256 + low;
    QCOMPARE(operations(*run.work, Phase::forward) + operations(*run.work, Phase::loss), forward);
    QVERIFY(operations(*run.work) < 2 * of_token(12) * 256 + 3 * low + 1);
}

void TestWork::checkpoints_run_layers_again()
{
    const double plain = operations(*run_of({}, false).work);
    const step::Trace run = run_of({{"gradient_checkpointing", true}}, false);
    const double layers = of_token(12) - 2 * 256.0 * 1024;
    // all but the last product of a layer, whose result nobody needs
    const double again = layers * 256 - 12 * 2 * 256.0 * 688 * 256;
    QCOMPARE(operations(*run.work), plain + again);
}

void TestWork::counted_recorded_and_whole_runs_tell_the_same()
{
    for (const json &more : {json::object(), json{{"gradient_checkpointing", true}}, json{{"method", "lora"}}}) {
        const step::Trace counted = run_of(more, false), recorded = run_of(more, true);
        QVERIFY(counted.work && recorded.work);
        QCOMPARE(operations(*counted.work), operations(*recorded.work));
        const step::Trace longer = run_of(more, false, 24);
        QVERIFY(operations(*longer.work) > 1.8 * operations(*counted.work));
        double kernels = 0, of_recorded = 0;
        for (const step::KernelWork &one : counted.work->kernels()) kernels += one.kernels;
        for (const step::KernelWork &one : recorded.work->kernels()) of_recorded += one.kernels;
        QCOMPARE(kernels, of_recorded);
    }
}

void TestWork::micro_batches_that_are_not_run_count()
{
    const double one = operations(*run_of({}, false).work);
    QCOMPARE(operations(*run_of({{"gradient_accumulation", 1000}}, false).work), 1000 * one);
}

void TestWork::attention_is_told_by_its_shape()
{
    const step::Trace run = run_of({}, false);
    double forward = 0, backward = 0;
    for (const step::AttentionWork &one : run.work->attentions())
        (one.backward ? backward : forward) += one.times * one.operations();
    // causal: of 128 · 128 pairs those on and below the diagonal
    QCOMPARE(forward, 12 * 4.0 * 2 * 8 * 32 * (128 * 129 / 2));
    QCOMPARE(backward, 2.5 * forward);
    step::AttentionWork windowed{
        .causal = true, .batch = 1, .heads = 1, .queries = 100, .keys = 100, .head_dim = 1, .window = 10};
    QCOMPARE(windowed.operations(), 4.0 * (10 * 11 / 2 + 90 * 10));
}

void TestWork::nobody_counts_unless_asked()
{
    const auto parsed = plan_from_object({{"model", {{"config", toy(4)}}}, {"method", "full"}});
    const auto model = load_model(parsed->plan.model);
    const auto resolved = resolve(parsed->plan, **model, {});
    QVERIFY(!step::simulate(**model, *resolved, {}, false)->work);
}

PLIMSOLL_TEST(TestWork)
} // namespace PLIMSOLL_FILE
#include "test_work.moc"
