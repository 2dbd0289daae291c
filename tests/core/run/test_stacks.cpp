// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/estimate.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "core/run/simulate.h"
#include "tests/test_program.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <string>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

constexpr Count hidden = 512, vocabulary = 50000, tokens = 2 * 1024;

constexpr const char *six_layers =
    R"({"model_type": "llama", "hidden_size": 512, "intermediate_size": 1536, "num_hidden_layers": 6,
        "num_attention_heads": 8, "num_key_value_heads": 4, "vocab_size": 50000, "tie_word_embeddings": false})";

Result<step::Trace> run(const std::string &changes, const char *config = six_layers, const CardFacts &card = {})
{
    const auto architecture = architecture_from_config(config, "inline");
    const auto parsed = plan_from_json(
        R"({"schema": "plimsoll.plan/1", "model": {"config": {}}, "task": "train", "weights": {"dtype": "bf16"},
            "autocast": "bf16", "optimizer": {"name": "adamw", "implementation": "fused"}, "micro_batch": 2,
            "sequence_length": 1024, "gradient_checkpointing": true, )" +
        changes + "}");
    if (!parsed) return parsed.error();
    const auto resolved = resolve(parsed->plan, **architecture, card);
    if (!resolved) return resolved.error();
    return step::simulate(**architecture, *resolved, card, false);
}

Bytes peak_of(const std::string &changes)
{
    const auto trace = run(changes);
    if (!trace.ok()) qFatal("%s: %s", changes.c_str(), trace.error().message().c_str());
    Bytes peak = 0;
    for (const step::PhaseRecord &record : trace->phases)
        if (record.step > 0) peak = std::max(peak, record.peak);
    return peak;
}

const step::PhaseRecord &phase_of(const step::Trace &trace, Phase phase)
{
    return *std::ranges::find_if(trace.phases, [=](const auto &record) { return record.step == 2 && record.phase == phase; });
}

const std::string adapter = R"("method": "lora", "adapter": {"rank": 8, "alpha": 16, "targets": "all-linear", "dtype": "fp32"})";

} // namespace

class TestStacks : public QObject {
    Q_OBJECT

private slots:
    void a_step_inside_backward_drops_each_gradient()
    {
        const auto whole = run(R"("stack": "pytorch", "method": "full")");
        const auto inside = run(R"("stack": "pytorch", "method": "full",
            "optimizer": {"name": "adamw", "implementation": "fused", "in_backward": true})");
        QVERIFY(whole.ok() && inside.ok());
        const Bytes with = phase_of(*whole, Phase::backward).after, without = phase_of(*inside, Phase::backward).after;
        QCOMPARE(with - without, whole->gradient_bytes);
        QVERIFY(phase_of(*inside, Phase::optimizer_step).peak - without < 64 * kib); // scalars of the last phases
    }

    void fms_acceleration_leaves_the_mlp_alone()
    {
        // foundation-model-stack/fms-acceleration scripts/benchmarks/refs/a100_80gb_liger.csv: LoRA of Llama 3 8B on an A100
        const char *llama_3 = R"({"model_type": "llama", "hidden_size": 4096, "intermediate_size": 14336, "num_hidden_layers": 32,
            "num_attention_heads": 32, "num_key_value_heads": 8, "vocab_size": 128256, "max_position_embeddings": 8192})";
        const std::string plan = R"("stack": "transformers", "method": "lora", "loss": {"kind": "fused"}, "attention": "flash2",
            "adapter": {"rank": 16, "dropout": 0.1, "targets": ["q_proj", "k_proj", "v_proj", "o_proj"], "dtype": "fp32"},
            "optimizer": {"name": "adamw", "implementation": "foreach"}, "micro_batch": 4, "sequence_length": 4096, "libraries": {)";
        const std::string then = R"("torch": "2.4.1", "transformers": "4.45.2", "peft": "0.13.2")";
        const auto peak = [&](const std::string &libraries) {
            const auto trace = run(plan + libraries + "}", llama_3);
            if (!trace.ok()) qFatal("%s", trace.error().message().c_str());
            Bytes highest = 0;
            for (const step::PhaseRecord &record : trace->phases)
                if (record.step > 0) highest = std::max(highest, record.peak);
            return highest;
        };
        const Bytes measured = 24'905'978'479, with = peak(then + R"(, "fms_acceleration": "0.4.0")");
        QVERIFY2(std::abs(with - measured) < mib, qPrintable(QString::number(with - measured)));
        QVERIFY(measured - peak(then) > gib);
    }

    void checkpoints_on_the_host_free_theirs()
    {
        const std::string plan = R"("stack": "transformers", )" + adapter;
        const auto card = run(plan);
        const auto host = run(plan + R"(, "gradient_checkpointing": "offload")");
        QVERIFY(card.ok() && host.ok());
        // the first layer's input stands anyway: it is the output of the embedding, which a hook holds
        const Bytes inputs = tokens * hidden * 2;
        QCOMPARE(phase_of(*card, Phase::loss).peak - phase_of(*host, Phase::loss).peak, 5 * inputs);
    }

    void activations_on_the_host_leave_little()
    {
        const std::string plan = R"("stack": "trl", "loss": {"kind": "full"}, )" + adapter;
        const Bytes none = peak_of(plan + R"(, "gradient_checkpointing": false)");
        const Bytes host = peak_of(plan + R"(, "gradient_checkpointing": {"offload": "activations"})");
        QVERIFY(host < none);
    }

    void selective_checkpointing_lies_between()
    {
        const std::string plan = R"("stack": "transformers", "loss": {"kind": "cut"}, )" + adapter;
        const Bytes none = peak_of(plan + R"(, "gradient_checkpointing": false)");
        const Bytes layers = peak_of(plan);
        const Bytes mlp = peak_of(plan + R"(, "gradient_checkpointing": {"selective": "mlp"})");
        const Bytes attention = peak_of(plan + R"(, "gradient_checkpointing": {"selective": "attention"})");
        QVERIFY(layers < mlp && mlp < none);
        QVERIFY(layers < attention && attention < none);
    }

    void a_pair_is_two_rows()
    {
        const std::string plan = R"("stack": "trl", )" + adapter;
        const Bytes twice = peak_of(plan + R"(, "micro_batch": 4)");
        QVERIFY(peak_of(plan + R"(, "objective": "orpo")") > twice); // its logits stand whole in float32
        QVERIFY(peak_of(plan + R"(, "objective": "dpo")") >= twice);
        const Bytes full = peak_of(R"("stack": "trl", "method": "full", "micro_batch": 4)");
        const auto whole = run(R"("stack": "trl", "method": "full", "objective": "dpo")");
        QVERIFY(whole.ok() && peak_of(R"("stack": "trl", "method": "full", "objective": "dpo")") > full);
        QVERIFY(whole->after_load > 2 * whole->trainable_parameters * 2); // a second copy of the weights
    }

    void fused_adapters_keep_each_input_once()
    {
        // of a layer but the first, whose input asks for no gradient: PEFT keeps a copy of the input of each of seven linears, and
        // transformers' MLP keeps two products more
        const std::string plan = adapter + R"(, "loss": {"kind": "cut"}, "gradient_checkpointing": false)";
        const auto kept = [](const std::string &changes) {
            const auto trace = run(changes);
            if (!trace.ok()) qFatal("%s: %s", changes.c_str(), trace.error().message().c_str());
            return phase_of(*trace, Phase::forward).after - trace->after_load;
        };
        const Bytes plain = kept(R"("stack": "transformers", )" + plan), axolotl = kept(R"("stack": "axolotl", )" + plan);
        const Bytes inner = Bytes{tokens} * 1536 * 2, outer = Bytes{tokens} * hidden * 2; // bf16
        QVERIFY(plain - axolotl > 5 * (2 * inner + 3 * outer));
        // Unsloth's norms and rotary embedding keep less still
        const Bytes unsloth = kept(R"("stack": "unsloth", )" + plan);
        QVERIFY(axolotl - unsloth > 6 * 2 * outer);
        // what its functions do not take is PEFT's
        QVERIFY(kept(R"("stack": "axolotl", )" + plan + R"(, "objective": "dpo")") > axolotl);
    }

    void packed_weights_run_the_same_functions()
    {
        const auto kept = [](const char *stack) {
            const auto trace =
                run(R"("method": "qlora", "kbit_prepare": false, "loss": {"kind": "cut"}, "gradient_checkpointing": false,
                "weights": {"dtype": "bf16", "quant": "nf4"},
                "adapter": {"rank": 8, "alpha": 16, "targets": "all-linear", "dtype": "fp32"}, "stack": )" +
                    std::string(stack));
            if (!trace.ok()) qFatal("%s: %s", stack, trace.error().message().c_str());
            return phase_of(*trace, Phase::forward).after - trace->after_load;
        };
        const Bytes inner = Bytes{tokens} * 1536 * 2, outer = Bytes{tokens} * hidden * 2; // bf16
        const Bytes plain = kept(R"("transformers")"), axolotl = kept(R"("axolotl")"), unsloth = kept(R"("unsloth")");
        // PEFT copies no input of packed linears under autocast; transformers' MLP keeps two products more all the same, of which
        // Axolotl's casts of adapters take some
        QVERIFY(plain - axolotl > 5 * inner);
        QVERIFY(axolotl - unsloth > 6 * 2 * outer);
    }

    void offloaded_inputs_go_by_two_buffers()
    {
        // of 8,192 tokens a layer's input is 8 MiB: all but the last layer's go to the host; the first layer's stays all the same, a
        // leaf that asks for a gradient, and so do two buffers
        const std::string plan = R"("stack": "unsloth", "micro_batch": 8, )" + adapter;
        const Bytes input = Bytes{8} * 1024 * hidden * 2;
        const auto kept = [&plan](const char *how) {
            const auto trace = run(plan + how);
            if (!trace.ok()) qFatal("%s", how);
            return phase_of(*trace, Phase::forward).after;
        };
        const Bytes whole = kept(R"(, "gradient_checkpointing": true)"), host = kept(R"(, "gradient_checkpointing": "offload")");
        QCOMPARE(whole - host, (5 - 1 - 2) * input);
    }

    void inductor_writes_over_the_logits()
    {
        const std::string plan = R"("stack": "transformers", "method": "full", )";
        const Bytes logits = tokens * vocabulary;
        const auto eager = run(plan + R"("compile": false)"), compiled = run(plan + R"("compile": true)");
        QVERIFY(eager.ok() && compiled.ok());
        // float32 logits, log-probabilities and their gradients: one float32 copy in place of three
        const Bytes less = phase_of(*eager, Phase::loss_backward).peak - phase_of(*compiled, Phase::loss_backward).peak;
        QVERIFY(less > 4 * logits);
        // the embedding's gradient is float32 for a moment, when all others stand
        const Bytes table = Bytes{hidden} * vocabulary;
        QVERIFY(phase_of(*compiled, Phase::backward).peak >= phase_of(*compiled, Phase::backward).after + 4 * table);
    }

    void losses_of_stacks()
    {
        const Bytes logits = tokens * vocabulary;
        const Bytes whole = peak_of(R"("stack": "transformers", )" + adapter);
        // unsloth until 2026.8: 16-bit logits and their gradient at once, below 4 GiB in one piece
        const std::string unsloth = R"("stack": "unsloth", "loss": {"kind": "fused"}, )" + adapter;
        const auto before = run(unsloth + R"(, "libraries": {"unsloth": "2026.8.1"})");
        QVERIFY(before.ok());
        const step::PhaseRecord &pieces = phase_of(*before, Phase::loss);
        QVERIFY(pieces.peak > before->after_load + 4 * logits && pieces.peak < whole);
        // since then: 1,024 rows of float32 logits, over which their gradient is written; on small cards 16,384 columns of all rows
        const auto chunks = run(unsloth);
        QVERIFY(chunks.ok());
        const Bytes chunk = Bytes{1024} * vocabulary * 4;
        const Bytes of_chunks = phase_of(*chunks, Phase::loss).peak - chunks->after_load;
        QVERIFY(of_chunks > chunk && of_chunks < chunk + chunk / 4);
        const auto tiles = run(unsloth, six_layers, {.memory = Bytes{23} << 30});
        QVERIFY(tiles.ok());
        const Bytes tile = Bytes{tokens} * 16384 * 4, of_tiles = phase_of(*tiles, Phase::loss).peak - tiles->after_load;
        QVERIFY(of_tiles > tile - tile / 100 && of_tiles < of_chunks);
        // torchtune: float32 log-probabilities of all pieces stay
        const auto tune = run(R"("stack": "torchtune", "autocast": "none", "loss": {"kind": "chunked"}, )" + adapter);
        QVERIFY(tune.ok());
        const Bytes stays = phase_of(*tune, Phase::loss).after - tune->after_load;
        QVERIFY(stays > 4 * logits && stays < 5 * logits);
        // LitGPT: all logits stand in pieces, which Fabric returns in float32, and their log-probabilities
        const auto litgpt = run(R"("stack": "litgpt", "autocast": "none", "loss": {"kind": "chunked"}, )" + adapter);
        QVERIFY(litgpt.ok());
        const Bytes list = phase_of(*litgpt, Phase::loss).after - litgpt->after_load;
        QVERIFY(list > 8 * logits && list < 9 * logits);
    }

    void quantised_bases_keep_packed_weights_only()
    {
        const auto sixteen = run(R"("stack": "transformers", )" + adapter);
        const Bytes matrices = Bytes{6} * (2 * 512 * 512 + 2 * 256 * 512 + 3 * 512 * 1536);
        const auto steady = [&](const char *quant, int capability = 8) {
            const auto trace = run(R"("stack": "transformers", "kbit_prepare": false, "method": "qlora",
                "adapter": {"rank": 8, "alpha": 16, "targets": "all-linear", "dtype": "fp32"},
                "weights": {"dtype": "bf16", "quant": ")" +
                                       std::string(quant) + R"("})",
                                   six_layers, {.name = "", .capability_major = capability});
            if (!trace.ok()) qFatal("%s", trace.error().message().c_str());
            return trace->after_load;
        };
        // two bytes a value become a half and, in groups of 128, 2.5 bytes of scale and zero; GPTQ adds an index a row
        const Bytes awq = matrices / 2 + matrices / 128 * 5 / 2;
        QVERIFY(std::abs(sixteen->after_load - steady("awq4") - (2 * matrices - awq)) < 64 * kib);
        QVERIFY(steady("gptq4") > steady("awq4") && steady("gptq8") > steady("gptq4"));
        // FP8 is unpacked while it is loaded where no core multiplies it
        QVERIFY(std::abs(sixteen->after_load - steady("fp8", 9) - (2 * matrices - matrices)) < 64 * kib);
        QCOMPARE(steady("fp8"), sixteen->after_load);
    }

    void what_libraries_refuse_is_an_error_data()
    {
        QTest::addColumn<QString>("changes");
        QTest::addColumn<QString>("field");
        QTest::newRow("mxfp4") << R"("method": "qlora", "weights": {"quant": "mxfp4"})"
                               << "weights.quant";
        QTest::newRow("DoRA on GPTQ") << R"("method": "qlora", "weights": {"quant": "gptq4"}, "adapter": {"dora": true})"
                                      << "adapter.dora";
    }
    void what_libraries_refuse_is_an_error()
    {
        QFETCH(QString, changes);
        QFETCH(QString, field);
        const auto refused = run(R"("stack": "transformers", )" + changes.toStdString());
        QVERIFY(!refused.ok());
        QCOMPARE(QString::fromStdString(refused.error().field), field);
    }

    // what PEFT 0.21.2 wraps and the first forward then refuses: recorded with the libraries
    void adapters_that_cannot_run_are_errors_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("changes");
        QTest::addColumn<QString>("field");
        const QString phimoe = R"({"model_type": "phimoe", "vocab_size": 32064, "hidden_size": 768, "intermediate_size": 640,
            "num_hidden_layers": 2, "num_attention_heads": 12, "num_key_value_heads": 4, "num_local_experts": 8,
            "num_experts_per_tok": 2})";
        const QString lora = R"("method": "lora", "attention": "sdpa", "adapter": {"rank": 8, "targets": %1})";
        QTest::newRow("a router that returns a tuple") << phimoe << lora.arg(R"("all-linear")") << "adapter.targets";
        QTest::newRow("beside the router") << phimoe << lora.arg(R"(["q_proj", "v_proj"])") << "";
    }
    void adapters_that_cannot_run_are_errors()
    {
        QFETCH(QString, model);
        QFETCH(QString, changes);
        QFETCH(QString, field);
        const auto trace = run(R"("stack": "transformers", )" + changes.toStdString(), model.toStdString().c_str());
        QCOMPARE(trace.ok() ? QString() : QString::fromStdString(trace.error().field), field);
    }

    void litgpt_packs_falcons_linears()
    {
        // lightning's _convert_layers takes every torch.nn.Linear, and LitGPT's GPT has no other
        const auto weights = [&](const std::string &stack, int layers) {
            const std::string falcon = R"({"model_type": "falcon", "hidden_size": 4544, "num_attention_heads": 71,
                "vocab_size": 65024, "multi_query": true, "parallel_attn": true, "new_decoder_architecture": false,
                "bias": false, "alibi": false, "num_hidden_layers": )";
            const auto trace = run(stack + R"(, "method": "qlora", "loss": {"kind": "full"}, "kbit_prepare": false,
                "weights": {"dtype": "bf16", "quant": "nf4"}, "adapter": {"rank": 8, "targets": "all-linear"})",
                                   (falcon + std::to_string(layers) + "}").c_str());
            if (!trace.ok()) qFatal("%s", trace.error().message().c_str());
            return trace->after_load_components[static_cast<std::size_t>(Component::weights)];
        };
        const auto layer = [&](const std::string &stack) { return weights(stack, 3) - weights(stack, 2); };
        constexpr Bytes width = 4544, matrices = width * (width + 128) + width * width + 8 * width * width;
        constexpr Bytes norm = 2 * (2 * width * 2 + 512); // in 16 or 32 bit, rounded
        QVERIFY(layer(R"("stack": "pytorch")") >= 2 * matrices);
        const Bytes packed = layer(R"("stack": "litgpt")");
        QVERIFY2(packed >= matrices / 2 && packed <= matrices / 2 + norm, qPrintable(QString::number(packed - matrices / 2)));
    }
};

PLIMSOLL_TEST(TestStacks)
} // namespace PLIMSOLL_FILE
#include "test_stacks.moc"
