// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/families/describe/liger_patches.h"
#include "core/load/load.h"
#include "core/plan/names.h"
#include "core/plan/plan_json.h"
#include "core/run/evaluation.h"
#include "core/run/simulate.h"
#include "tests/test_program.h"

#include <QTest>

#include <string>

// Peaks of the second step above what is allocated after loading, as a real run of the libraries allocates them: torch 2.15,
// transformers 5.23, peft 0.21.2, bitsandbytes 0.50.2, trl 1.16, liger-kernel 0.8.5; an A100; sums of 512-byte blocks.

using namespace plimsoll;

namespace {

/// Scalars and per-tensor norms that the step leaves out.
constexpr Bytes tolerance = 64 * kib;

struct Peaks {
    Bytes forward = 0, backward = 0, optimizer = 0;
};

std::string plan_text(const std::string &changes)
{
    return R"({"schema": "plimsoll.plan/1", "task": "train", "weights": {"dtype": "bf16", "quant": "none"}, "autocast": "bf16",
        "optimizer": {"name": "adamw", "implementation": "fused"}, "micro_batch": 2, "sequence_length": 1024,
        "gradient_checkpointing": false, "attention": "sdpa", "model": {"config": {}}, )" +
           changes + "}";
}

std::string config_text(const std::string &changes)
{
    return R"({"model_type": "llama", "hidden_size": 512, "intermediate_size": 1536, "num_hidden_layers": 2,
        "num_attention_heads": 8, "num_key_value_heads": 4, "vocab_size": 50000, "max_position_embeddings": 4096)" +
           changes + "}";
}

Result<step::Trace> run(const std::string &plan_changes, const std::string &config_changes = "")
{
    const Result<ArchitectureRef> architecture = architecture_from_config(config_text(config_changes), "inline");
    if (!architecture) return architecture.error();
    const auto parsed = plan_from_json(plan_text(plan_changes));
    if (!parsed) return parsed.error();
    const Result<ResolvedPlan> resolved = resolve(parsed->plan, **architecture);
    if (!resolved) return resolved.error();
    return step::simulate(**architecture, *resolved, {}, false);
}

Peaks peaks_of(const step::Trace &trace)
{
    Peaks out;
    for (const step::PhaseRecord &record : trace.phases) {
        if (record.step != 2) continue;
        const Bytes above = record.peak - trace.after_load;
        Bytes &peak = record.phase == Phase::optimizer_step                           ? out.optimizer
                      : record.phase == Phase::forward || record.phase == Phase::loss ? out.forward
                                                                                      : out.backward;
        peak = std::max(peak, above);
    }
    return out;
}

const std::string lora =
    R"("method": "lora", "adapter": {"rank": 8, "alpha": 16, "dropout": 0.0, "targets": "all-linear", "dtype": "fp32"})";

std::string qlora(const std::string &adapter_dtype)
{
    return R"("method": "qlora", "kbit_prepare": true, "gradient_checkpointing": true,
        "weights": {"dtype": "bf16", "quant": "nf4", "double_quant": true},
        "adapter": {"rank": 8, "alpha": 16, "dropout": 0.0, "targets": "all-linear", "dtype": ")" +
           adapter_dtype + "\"}";
}

} // namespace

class TestLosses : public QObject {
    Q_OBJECT

private slots:
    void recorded_peaks_data();
    void recorded_peaks();
    void chunks_bound_the_logits();
    void auto_chooses_by_bytes();
    void cut_loss_keeps_no_logits();
    void kernel_on_whole_logits_saves_the_gradient();
    void older_releases_copy_the_logits();
    void older_torch_keeps_its_workspaces();
    void unknown_type_keeps_its_own_forms();
    void types_that_liger_raises_on();
    void evaluation_needs_whole_logits();
};

void TestLosses::recorded_peaks_data()
{
    QTest::addColumn<std::string>("plan");
    QTest::addColumn<std::string>("config");
    QTest::addColumn<qint64>("forward");
    QTest::addColumn<qint64>("backward");
    const std::string trl = R"("stack": "trl", "loss": {"kind": "chunked"}, )";
    const std::string liger = R"("stack": "transformers", "loss": {"kind": "fused"}, )";
    const std::string full = R"("stack": "transformers", "loss": {"kind": "full"}, )";
    const std::string whole = R"("method": "full")", whole32 = R"("method": "full", "weights": {"dtype": "fp32"})";
    const std::string fp16 = whole32 + R"(, "autocast": "fp16")";
    const auto row = [](const char *name, const std::string &plan, qint64 forward, qint64 backward,
                        const std::string &config = "") { QTest::newRow(name) << plan << config << forward << backward; };
    row("trl full bf16", trl + whole, 480109056, 629346304);
    row("trl full, no autocast", trl + whole + R"(, "autocast": "none")", 480109056, 629346304);
    row("trl full, tied head", trl + whole, 377708544, 526945792, R"(, "tie_word_embeddings": true)");
    row("trl full fp32 weights", trl + whole32, 785840640, 897331200);
    row("trl full fp16 autocast", trl + fp16, 785841664, 897332736);
    row("trl accumulation", trl + whole + R"(, "gradient_accumulation": 2)", 595146240, 744383488);
    row("trl lora", trl + lora, 254240768, 256278016);
    row("trl lora, checkpoints", trl + lora + R"(, "gradient_checkpointing": true)", 157163520, 158914048);
    row("trl qlora", trl + qlora("bf16"), 200527872, 209618432);
    row("liger full bf16", liger + whole, 366837760, 367258624);
    row("liger full fp32 weights", liger + whole32, 790554624, 694185984);
    row("liger lora", liger + lora, 120080384, 101207552);
    row("liger qlora", liger + qlora("fp32"), 86130176, 98904576);
    row("liger, eager attention", liger + whole + R"(, "attention": "eager")", 572225536, 704104448);
    row("liger, padded", liger + whole + R"(, "padded": true)", 379420672, 379841536);
    row("liger gemma2", liger + whole + R"(, "attention": "eager")", 545365504, 673035776,
        R"(, "model_type": "gemma2", "head_dim": 64, "query_pre_attn_scalar": 64)");
    row("liger phi3", liger + whole, 373126144, 373547008, R"(, "model_type": "phi3", "pad_token_id": 0)");
    row("trl qlora, flash-attn", trl + qlora("bf16") + R"(, "gradient_checkpointing": false, "attention": "flash2")", 326965248,
        336055808);
    row("full fp16 autocast", full + fp16, 1680651776, 1881224704);
    row("full, padded", full + whole + R"(, "padded": true)", 1371949568, 1576716288);
}

void TestLosses::recorded_peaks()
{
    QFETCH(std::string, plan);
    QFETCH(std::string, config);
    QFETCH(qint64, forward);
    QFETCH(qint64, backward);
    const Result<step::Trace> trace = run(plan, config);
    QVERIFY2(trace, trace ? "" : trace.error().message().c_str());
    const Peaks peaks = peaks_of(*trace);
    QVERIFY2(std::abs(peaks.forward - forward) <= tolerance, std::to_string(peaks.forward - forward).c_str());
    QVERIFY2(std::abs(peaks.backward - backward) <= tolerance, std::to_string(peaks.backward - backward).c_str());
}

void TestLosses::chunks_bound_the_logits()
{
    // a chunk's float32 logits, its log-probabilities, and the gradients of both: what a smaller chunk saves
    const std::string plan =
        R"("stack": "transformers", "method": "full", "sequence_length": 4096, "loss": {"kind": "chunked", "chunk": )";
    const auto large = run(plan + "2048}"), small = run(plan + "1024}");
    QVERIFY(large && small);
    const Bytes saved = peaks_of(*large).backward - peaks_of(*small).backward;
    QCOMPARE(saved, Bytes{1024} * 50000 * (4 + 4 + 4));
}

void TestLosses::auto_chooses_by_bytes()
{
    const std::string stack = R"("stack": "transformers", "method": "full", "micro_batch": 1, )";
    const auto with = [&](const char *kind, const char *length) {
        return run(stack + "\"sequence_length\": " + length + ", \"loss\": {\"kind\": \"" + kind + "\"}");
    };
    // 10 GiB of bf16 logits of 50,000 columns are 107,374 tokens
    for (const auto &[length, kind] : {std::pair{"107374", "full"}, std::pair{"107375", "chunked"}}) {
        const auto automatic = with("auto", length), chosen = with(kind, length);
        QVERIFY(automatic && chosen);
        QCOMPARE(peaks_of(*automatic).forward, peaks_of(*chosen).forward);
        QCOMPARE(peaks_of(*automatic).backward, peaks_of(*chosen).backward);
    }
}

void TestLosses::cut_loss_keeps_no_logits()
{
    const auto trace = run(R"("stack": "transformers", "loss": {"kind": "cut"}, )" + lora);
    QVERIFY(trace);
    Bytes forward = 0, loss = 0;
    for (const step::PhaseRecord &record : trace->phases) {
        if (record.step != 2) continue;
        if (record.phase == Phase::forward) forward = record.after;
        if (record.phase == Phase::loss) loss = record.peak;
    }
    QVERIFY(loss - forward < 1 * mib);
}

void TestLosses::kernel_on_whole_logits_saves_the_gradient()
{
    // log-probabilities, their gradient and the logits' gradient against one tensor that holds logits, then gradient
    const auto plain = run(R"("stack": "transformers", "method": "full", "loss": {"kind": "full"})");
    const auto kernel = run(R"("stack": "transformers", "method": "full", "loss": {"kind": "fused_ce"})");
    QVERIFY(plain && kernel);
    const Bytes whole = Bytes{2048} * 50000 * 4;
    QVERIFY(peaks_of(*plain).backward - peaks_of(*kernel).backward >= 3 * whole / 2);
}

void TestLosses::older_releases_copy_the_logits()
{
    const auto with = [](const char *version) {
        return run(
            std::string(
                R"("stack": "transformers", "method": "full", "loss": {"kind": "full"}, "libraries": {"transformers": ")") +
            version + "\"}");
    };
    // all before 4.54, which repeat keys and values alike
    const auto now = with("4.52.0"), shifting = with("4.46.0"), upcasting = with("4.40.0");
    QVERIFY(now && shifting && upcasting);
    const Bytes copy = round_up(Bytes{2} * 1023 * 50000 * 4, 512);
    const Bytes more = peaks_of(*shifting).forward - peaks_of(*now).forward;
    QVERIFY2(std::abs(more - copy) <= 1 * mib, std::to_string(more).c_str());
    QVERIFY(peaks_of(*upcasting).forward < peaks_of(*shifting).forward);
}

void TestLosses::older_torch_keeps_its_workspaces()
{
    const auto with = [](const char *version) {
        return run(
            std::string(R"("stack": "transformers", "method": "full", "loss": {"kind": "full"}, "libraries": {"torch": ")") +
            version + "\"}");
    };
    const auto now = with("2.15.0"), before = with("2.14.0");
    QVERIFY(now && before);
    QCOMPARE(peaks_of(*before).backward - peaks_of(*now).backward, Bytes{2} * 8'519'680); // the peak is no product's
}

void TestLosses::unknown_type_keeps_its_own_forms()
{
    const auto forms = [](const char *type) {
        Architecture architecture;
        architecture.model_type = type;
        return step::liger_forms(architecture, {});
    };
    QVERIFY(!forms("gpt_neox").any());
    QVERIFY(forms("llama").head);
    QVERIFY(forms("granite").cross_entropy && !forms("granite").head);
    QVERIFY(!forms("gemma2").norm_in_place);
}

/// As liger-kernel 0.8.5 was seen to apply its patches with transformers 5.22.0 and 5.23.0.
void TestLosses::types_that_liger_raises_on()
{
    const auto raises = [](const char *type, const char *transformers) {
        Architecture architecture;
        architecture.model_type = type;
        Plan plan;
        if (transformers != nullptr) plan.libraries = {{"transformers", transformers}};
        return step::liger_raises(architecture, plan);
    };
    for (const char *type : {"qwen2_vl", "qwen2_5_vl_text", "qwen3_vl_moe", "qwen3_5_moe", "glm4v_moe"}) {
        QVERIFY(raises(type, nullptr) && raises(type, "5.23.0"));
        QVERIFY(!raises(type, "5.22.2") && !raises(type, "4.57.6"));
    }
    QVERIFY(!raises("qwen3_5", nullptr) && !raises("internvl", nullptr) && !raises("llama", nullptr));
}

void TestLosses::evaluation_needs_whole_logits()
{
    DecoderSpec spec;
    spec.hidden = 512;
    spec.vocab = 50000;
    Plan plan;
    plan.stack = *plan_enum<Stack>("transformers");
    plan.sequence_length = 1024;
    plan.loss.kind = LossKind::fused;
    const Bytes rows = 8 * 1024, peak = rows * 512 * 2 + rows * 50000 * 10;
    QCOMPARE(step::evaluation_bytes(spec, plan, 7).value(), peak + 7);
    QVERIFY(step::evaluation_warning(spec, plan, 7, peak)->text.find("3.8 GiB") != std::string::npos);
    QVERIFY(!step::evaluation_warning(spec, plan, 7, peak + 7));
    plan.stack = *plan_enum<Stack>("trl");
    QCOMPARE(step::evaluation_bytes(spec, plan, 0).value(), rows * 512 * 2);
    plan.evaluation.micro_batch = 0;
    QVERIFY(!step::evaluation_bytes(spec, plan, 0));
}

PLIMSOLL_TEST(TestLosses)
#include "test_losses.moc"
