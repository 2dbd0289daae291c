// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/estimate.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "tests/cpu_timer.h"
#include "tests/test_program.h"

#include <QTest>

#include <algorithm>
#include <iterator>
#include <set>

// What trainers do although plans leave it out: passes that repeat, parts that stay frozen, heads that nobody computes, engines that
// generate beside a training, fused losses by the types that Liger knows, adapters under Megatron-LM.

using namespace plimsoll;

namespace {

const CardFacts a100{"A100", 8, 0, 108, 2048, true, 80 * gib};

constexpr const char *hybrid = R"({"model_type": "qwen3_next", "hidden_size": 256, "intermediate_size": 512,
    "num_hidden_layers": 8, "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 64, "vocab_size": 1000,
    "linear_num_key_heads": 2, "linear_num_value_heads": 4, "linear_key_head_dim": 32, "linear_value_head_dim": 32,
    "num_experts": 0, "mlp_only_layers": [0, 1, 2, 3, 4, 5, 6, 7]})";
/// Models of every recurrence that packages have kernels for, and those packages.
struct Recurrent {
    const char *name, *config, *packages;
};

constexpr Recurrent recurrent[] = {
    {"Mamba 1",
     R"({"model_type": "mamba", "hidden_size": 256, "num_hidden_layers": 4, "state_size": 16, "conv_kernel": 4, "expand": 2,
         "time_step_rank": 16, "vocab_size": 1000})",
     R"(["mamba_ssm", "causal_conv1d"])"},
    {"Falcon-Mamba",
     R"({"model_type": "falcon_mamba", "hidden_size": 256, "num_hidden_layers": 4, "state_size": 16, "conv_kernel": 4, "expand": 2,
         "time_step_rank": 16, "vocab_size": 1000})",
     R"(["mamba_ssm", "causal_conv1d"])"},
    {"Jamba",
     R"({"model_type": "jamba", "hidden_size": 256, "intermediate_size": 512, "num_hidden_layers": 4, "num_attention_heads": 4,
         "num_key_value_heads": 2, "attn_layer_period": 4, "attn_layer_offset": 2, "expert_layer_period": 2, "expert_layer_offset": 1,
         "num_experts": 1, "mamba_dt_rank": 16, "vocab_size": 1000})",
     R"(["mamba_ssm", "causal_conv1d"])"},
    {"Mamba 2",
     R"({"model_type": "mamba2", "hidden_size": 256, "num_hidden_layers": 4, "num_heads": 8, "head_dim": 64, "state_size": 64,
         "n_groups": 1, "chunk_size": 256, "expand": 2, "vocab_size": 1000})",
     R"(["mamba_ssm", "causal_conv1d"])"},
    {"Bamba",
     R"({"model_type": "bamba", "hidden_size": 256, "intermediate_size": 512, "num_hidden_layers": 4, "num_attention_heads": 4,
         "num_key_value_heads": 2, "attn_layer_indices": [1], "mamba_n_heads": 8, "mamba_d_head": 64, "mamba_d_state": 64,
         "mamba_n_groups": 1, "mamba_expand": 2, "vocab_size": 1000})",
     R"(["mamba_ssm", "causal_conv1d"])"},
    {"Falcon-H1",
     R"({"model_type": "falcon_h1", "hidden_size": 256, "intermediate_size": 512, "num_hidden_layers": 4, "num_attention_heads": 4,
         "num_key_value_heads": 2, "head_dim": 64, "mamba_d_ssm": 512, "mamba_n_heads": 8, "mamba_d_head": 64, "mamba_d_state": 64,
         "mamba_n_groups": 1, "vocab_size": 1000})",
     R"(["mamba_ssm", "causal_conv1d"])"},
    {"Kimi Linear",
     R"({"model_type": "kimi_linear", "hidden_size": 256, "intermediate_size": 512, "num_hidden_layers": 4, "num_attention_heads": 4,
         "num_key_value_heads": 4, "linear_num_heads": 4, "linear_head_dim": 64, "kv_lora_rank": 64, "qk_nope_head_dim": 32,
         "qk_rope_head_dim": 32, "v_head_dim": 32, "num_experts": 4, "num_experts_per_tok": 2, "moe_intermediate_size": 128,
         "vocab_size": 1000})",
     R"(["fla", "causal_conv1d"])"},
};

constexpr const char *dense = R"({"model_type": "llama", "hidden_size": 256, "intermediate_size": 512, "num_hidden_layers": 6,
    "num_attention_heads": 4, "num_key_value_heads": 2, "vocab_size": 1000})";

Result<Estimate> answered(const std::string &model, const std::string &changes, const CardFacts &card = a100)
{
    const bool config = model.starts_with("{");
    const auto parsed = plan_from_json(R"({"schema": "plimsoll.plan/1", "task": "train", "model": {")" +
                                       std::string(config ? "config" : "preset") +
                                       "\": " + (config ? model : "\"" + model + "\"") + "}, " + changes + "}");
    if (!parsed) return parsed.error();
    const auto architecture = load_model(parsed->plan.model);
    if (!architecture) return architecture.error();
    return estimate(*architecture, parsed->plan, card, {.timeline = false, .allocator = false, .explain = false});
}

Estimate made(const std::string &model, const std::string &changes, const CardFacts &card = a100)
{
    Result<Estimate> out = answered(model, changes, card);
    if (!out) qFatal("%s: %s", changes.c_str(), out.error().message().c_str());
    return *std::move(out);
}

Bytes peak_of(const std::string &model, const std::string &changes) { return made(model, changes).fullest().peak.allocated; }

Bytes of(const Estimate &estimate, Component component)
{
    const auto &lines = estimate.fullest().at_peak;
    const auto found = std::ranges::find(lines, component, &BreakdownLine::component);
    return found == lines.end() ? 0 : found->bytes;
}

std::string warned(const Estimate &estimate, std::string_view field)
{
    std::string out;
    for (const Warning &warning : estimate.warnings)
        if (warning.field == field) out += warning.text;
    return out;
}

bool near(Bytes value, double gibs, double within)
{
    return std::abs(static_cast<double>(value) / double(gib) / gibs - 1) <= within;
}

std::string accumulated(const char *of, Count passes)
{
    return std::string(of) + R"(, "gradient_accumulation": )" + std::to_string(passes);
}

} // namespace

class TestTrainingAsRun : public QObject {
    Q_OBJECT
private slots:
    void two_passes_are_as_many_as_there_are_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("plan");
        QTest::addColumn<qint64>("fetched"); // of a micro-batch: transformers' Trainer fetches all of a step at once
        const auto row = [](const char *name, const char *model, const char *plan, Bytes fetched = 0) {
            QTest::newRow(name) << model << plan << qint64{fetched};
        };
        row("a plain loop", dense, R"("stack": "pytorch", "sequence_length": 256)");
        row("a hybrid", hybrid, R"("stack": "pytorch", "sequence_length": 4096, "gradient_checkpointing": true)");
        row("DDP", dense, R"("stack": "pytorch", "sequence_length": 256, "parallel": {"data": 2, "engine": "ddp"})");
        row("FSDP 1", dense,
            R"("stack": "pytorch", "sequence_length": 256, "parallel": {"data": 2, "zero": 3, "engine": "fsdp1"})");
        row("FSDP 2", dense,
            R"("stack": "pytorch", "sequence_length": 256, "parallel": {"data": 2, "zero": 3, "engine": "fsdp2"})");
        row("ZeRO 2", dense, R"("stack": "deepspeed", "sequence_length": 256, "parallel": {"data": 2, "zero": 2})",
            Bytes{3} * 256 * 8);
        row("ZeRO 3", hybrid, R"("stack": "deepspeed", "sequence_length": 4096, "parallel": {"data": 2, "zero": 3})",
            Bytes{3} * 4096 * 8);
        row("adapters", hybrid, R"("stack": "pytorch", "method": "lora", "sequence_length": 1024)");
    }
    void two_passes_are_as_many_as_there_are()
    {
        QFETCH(QString, model);
        QFETCH(QString, plan);
        QFETCH(qint64, fetched);
        const auto peak = [&](Count passes) {
            return peak_of(model.toStdString(), accumulated(plan.toStdString().c_str(), passes));
        };
        QCOMPARE(peak(64), peak(2) + 62 * fetched);
        QVERIFY(peak(2) >= peak(1));
    }

    void a_large_hybrid_that_accumulates_is_answered()
    {
        const char *const plan =
            R"("stack": "llama-factory", "method": "lora", "adapter": {"rank": 64}, "sequence_length": 8192, "micro_batch": 1,
            "weights": {"dtype": "bf16"}, "parallel": {"data": 3, "zero": 3, "engine": "deepspeed"})";
        const CpuTimer timer;
        const Estimate four = made("qwen3.5-27b", accumulated(plan, 4));
        QVERIFY2(timer.milliseconds() < 5000, qPrintable(QString::number(timer.milliseconds())));
        const Bytes batch = round_up(Bytes{8192} * 8, 512); // fetched at once: two more, three tensors each
        QVERIFY(std::abs(four.fullest().peak.allocated - made("qwen3.5-27b", accumulated(plan, 2)).fullest().peak.allocated) <=
                6 * batch);
        QVERIFY(four.fullest().peak.allocated > 42 * gib);
        const Bytes fused = peak_of("qwen3.5-27b", accumulated(plan, 4) + R"(, "loss": {"kind": "fused"})");
        QVERIFY(four.fullest().peak.allocated - fused >= 10 * gib);
    }

    void a_chunk_loop_told_as_one_is_as_large_as_its_turns()
    {
        // 128 chunks are told one by one, 129 at once
        const auto peak = [](Count length) {
            return peak_of(hybrid, R"("stack": "pytorch", "method": "lora", "micro_batch": 4, "gradient_checkpointing": true,
                "sequence_length": )" + std::to_string(length));
        };
        const double turn_by_turn = static_cast<double>(peak(64 * 128)) / 128,
                     at_once = static_cast<double>(peak(64 * 129)) / 129;
        QVERIFY2(std::abs(at_once / turn_by_turn - 1) < 0.03, qPrintable(QString::number(at_once / turn_by_turn)));
    }

    void frozen_towers_have_no_states()
    {
        const std::string plan = R"("method": "full", "weights": {"dtype": "bf16"}, "autocast": "bf16", "sequence_length": 1024,
            "gradient_checkpointing": true, "parallel": {"data": 4, "zero": 3, "engine": "deepspeed"})";
        const std::string frozen = R"("trainable": {"frozen": ["visual"]}, )" + plan;
        const Estimate by_hand = made("qwen2.5-vl-7b-instruct", R"("stack": "transformers", )" + frozen);
        QCOMPARE(by_hand.trainable_parameters, Count{7615616512});
        QVERIFY(near(of(by_hand, Component::optimizer), 7615616512.0 * 12 / 4 / double(gib), 0.01));
        const Estimate all = made("qwen2.5-vl-7b-instruct", R"("stack": "transformers", )" + plan);
        QVERIFY(of(all, Component::optimizer) > of(by_hand, Component::optimizer) + gib);
        // LLaMA-Factory's freeze_vision_tower and freeze_multi_modal_projector are on
        const Estimate by_itself = made("qwen2.5-vl-7b-instruct", R"("stack": "llama-factory", )" + plan);
        QCOMPARE(by_itself.trainable_parameters, Count{7615616512});
        const std::string_view said = R"(trainable: {"frozen":["visual"]})";
        const auto says = [said](const auto &line) { return std::string_view(line).find(said) != std::string_view::npos; };
        QVERIFY(std::ranges::any_of(by_itself.assumptions, says));
        for (const char *zero : {"1", "2"}) {
            const std::string stage = R"("stack": "transformers", "method": "full", "sequence_length": 1024, "autocast": "bf16",
                "weights": {"dtype": "bf16"}, "gradient_checkpointing": true,
                "parallel": {"data": 4, "engine": "deepspeed", "zero": )" +
                                      std::string(zero) + "}";
            const std::string without = R"("trainable": {"frozen": ["visual"]}, )" + stage;
            const auto states = [](const std::string &asked) {
                return of(made("qwen2.5-vl-7b-instruct", asked), Component::optimizer);
            };
            QVERIFY(states(without) < states(stage));
        }
    }

    void a_frozen_name_that_means_nothing_is_refused()
    {
        const auto answer = answered(dense, R"("method": "full", "trainable": {"frozen": ["visual"]})");
        QVERIFY(!answer && answer.error().field == "trainable");
        // of what text reaches too: a frozen embedding has no gradient
        const Estimate without = made(dense, R"("method": "full", "trainable": {"frozen": ["embed_tokens"]})");
        const Estimate all = made(dense, R"("method": "full")");
        QCOMPARE(all.trainable_parameters - without.trainable_parameters, Count{1000} * 256);
    }

    void an_embedding_model_makes_no_logits()
    {
        const char *const plan = R"("stack": "transformers", "method": "full", "weights": {"dtype": "bf16"}, "autocast": "bf16",
            "micro_batch": 8, "sequence_length": 1024, "attention": "flash2", "gradient_checkpointing": true, "parallel": {"data": 2})";
        const Estimate embedding = made("qwen3-4b", std::string(R"("objective": "embedding", )") + plan);
        QVERIFY(embedding.fullest().peak.device > 38 * gib && embedding.fullest().peak.device < 52 * gib);
        const Bytes with_logits = peak_of("qwen3-4b", plan);
        QVERIFY(with_logits > embedding.fullest().peak.allocated + 2 * gib);
        const auto with = [](const char *objective, const char *vocabulary) {
            const std::string config = std::string(R"({"model_type": "llama", "hidden_size": 256, "intermediate_size": 512,
                "num_hidden_layers": 2, "num_attention_heads": 4, "vocab_size": )") +
                                       vocabulary + "}";
            const Estimate e =
                made(config, std::string(R"("method": "full", "micro_batch": 4, "sequence_length": 512, "objective": ")") +
                                 objective + "\"");
            return std::pair(e.total_parameters, of(e, Component::logits_loss));
        };
        for (const char *objective : {"embedding", "classification", "reranker"}) {
            QCOMPARE(with(objective, "90000").second, with(objective, "1000").second);
            // the embedding alone is as long as the vocabulary: an untied head is gone
            QCOMPARE(with(objective, "90000").first - with(objective, "1000").first, Count{89000} * 256);
        }
        QCOMPARE(with("classification", "1000").first - with("embedding", "1000").first, Count{256});
    }

    void an_engine_beside_the_training_holds_its_share()
    {
        const auto grpo = [](const std::string &rollout) {
            return made("qwen2.5-1.5b", R"("stack": "trl", "method": "full", "objective": "grpo", "micro_batch": 4,
                "sequence_length": 1024, "weights": {"dtype": "bf16"}, "rollout": )" +
                                            rollout);
        };
        const Estimate elsewhere = grpo(R"({"engine": "vllm", "colocated": false})");
        const Bytes alone = elsewhere.fullest().peak.device;
        QVERIFY(elsewhere.lower_bound_reason.empty());
        // the cache takes what the share leaves; the libraries of its process stand outside of it
        const auto within = [](Bytes bytes, Bytes share) { return bytes > share - gib && bytes < share + gib; };
        const Estimate awake = grpo(R"({"engine": "vllm", "gpu_memory_utilization": 0.7, "max_model_length": 1024})");
        QVERIFY(within(awake.fullest().peak.device - alone, 56 * gib));
        QVERIFY(awake.lower_bound_reason.empty());
        Bytes sum = 0;
        for (const BreakdownLine &line : awake.fullest().at_peak) sum += line.bytes;
        QCOMPARE(sum, awake.fullest().peak.device);
        const Estimate bare = grpo(R"({"engine": "vllm", "max_model_length": 1024})");
        QVERIFY(within(bare.fullest().peak.device - alone, 24 * gib)); // TRL's 0.3, and no sleep
        // asleep it leaves the step alone, and stands whole beside what the trainer keeps
        const Estimate asleep = grpo(R"({"engine": "vllm", "sleep": 2, "max_model_length": 1024})");
        const ProcessEstimate &process = asleep.fullest();
        QVERIFY(process.peak.device >= process.between_steps + 23 * gib);
        QVERIFY(process.peak.device < alone + 24 * gib);
        QVERIFY(asleep.lower_bound_reason.empty());
    }

    void a_share_that_no_card_tells_is_said()
    {
        const CardFacts none;
        const Estimate e =
            made(dense, R"("stack": "trl", "method": "full", "objective": "grpo", "rollout": {"engine": "sglang"})", none);
        QVERIFY(e.lower_bound_reason.find("0.30") != std::string::npos || e.lower_bound_reason.find("0.3") != std::string::npos);
    }

    void liger_fuses_what_its_own_table_names_data()
    {
        QTest::addColumn<QString>("preset");
        for (const char *preset :
             {"qwen3-vl-4b-instruct", "qwen2.5-vl-7b-instruct", "qwen3.5-27b", "qwen3.5-35b-a3b", "gemma-3-4b-it"})
            QTest::newRow(preset) << preset;
    }
    void liger_fuses_what_its_own_table_names()
    {
        QFETCH(QString, preset);
        const auto loss = [&](const char *kind) {
            return made(preset.toStdString(), std::string(R"("stack": "transformers", "method": "lora", "sequence_length": 8192,
                "libraries": {"transformers": "5.22.0"}, "weights": {"dtype": "bf16"}, "autocast": "bf16",
                "gradient_checkpointing": true, "loss": {"kind": ")") +
                                                  kind + "\"}");
        };
        const Estimate whole = loss("full"), fused = loss("fused"), chunked = loss("chunked");
        QVERIFY(whole.fullest().peak.allocated - fused.fullest().peak.allocated > 4 * gib);
        QVERIFY(fused.fullest().peak.allocated <= chunked.fullest().peak.allocated);
        QCOMPARE(warned(fused, "loss.kind"), std::string());
    }

    void who_is_not_in_it_is_told()
    {
        const char *const plan = R"("stack": "transformers", "method": "lora", "loss": {"kind": "fused"})";
        const std::string neox =
            R"({"model_type": "gpt_neox", "hidden_size": 256, "intermediate_size": 512, "num_hidden_layers": 2,
            "num_attention_heads": 4, "vocab_size": 1000})";
        QVERIFY(warned(made(neox, plan), "loss.kind").find("patches no model of type gpt_neox") != std::string::npos);
        const std::string older =
            warned(made("qwen3.5-27b", std::string(plan) + R"(, "libraries": {"liger_kernel": "0.7.0"})"), "loss.kind");
        QVERIFY2(older.find("since its release 0.8.0") != std::string::npos, older.c_str());
    }

    void only_llama_factory_raises_norms_alone()
    {
        const auto with = [](const std::string &stack, const std::string &upcast) {
            const std::string plan =
                R"("method": "lora", "micro_batch": 4, "sequence_length": 1024, "weights": {"dtype": "bf16",)";
            return made(dense, plan + R"( "upcast_norms": )" + upcast + R"(}, "stack": ")" + stack + R"(")");
        };
        const auto weights = [](const Estimate &e) { return e.fullest().steady_weights; };
        const Estimate raised = with("llama-factory", "true"), plain = with("llama-factory", "false");
        QCOMPARE(weights(raised) - weights(plain), Bytes{13} * 256 * 2); // 6 layers of two norms, and the last one
        QVERIFY(raised.fullest().peak.allocated > plain.fullest().peak.allocated);
        const std::string told = warned(with("trl", "true"), "weights.upcast_norms");
        QVERIFY(told.find("llama-factory") != std::string::npos);
    }

    void kernels_that_are_installed_keep_less()
    {
        const auto with = [](const char *kernels) {
            return made(hybrid, std::string(R"("stack": "pytorch", "method": "lora", "micro_batch": 4, "sequence_length": 2048,
                "gradient_checkpointing": false, "kernels": )") +
                                    kernels);
        };
        const Estimate torch = with("\"none\""), fla = with(R"(["fla", "causal_conv1d"])");
        QVERIFY(fla.fullest().peak.allocated < torch.fullest().peak.allocated);
        QVERIFY(!warned(torch, "model").empty() && warned(fla, "model").empty());
    }

    void recurrences_run_in_the_kernels_that_are_installed_data()
    {
        QTest::addColumn<int>("model");
        QTest::addColumn<QString>("method");
        QTest::addColumn<QString>("stack");
        for (int i = 0; i < int{std::size(recurrent)}; ++i)
            for (const char *method : {"full", "lora"})
                for (const char *stack : {"trl", "pytorch"})
                    QTest::addRow("%s, %s, %s", recurrent[i].name, method, stack) << i << method << stack;
    }
    void recurrences_run_in_the_kernels_that_are_installed()
    {
        QFETCH(int, model);
        QFETCH(QString, method);
        QFETCH(QString, stack);
        const Recurrent &asked = recurrent[model];
        const auto with = [&](const std::string &kernels, const char *checkpointing) {
            return made(asked.config,
                        R"("method": ")" + method.toStdString() + R"(", "stack": ")" + stack.toStdString() +
                            R"(", "micro_batch": 2, "sequence_length": 1024, "adapter": {"targets": ["in_proj", "q_proj"]},
                                          "gradient_checkpointing": )" +
                            checkpointing + R"(, "kernels": )" + kernels);
        };
        for (const char *checkpointing : {"true", "false"}) {
            const Estimate torch = with("\"none\"", checkpointing), kernels = with(asked.packages, checkpointing);
            const Bytes ours = kernels.fullest().peak.allocated, theirs = torch.fullest().peak.allocated;
            QVERIFY(ours < theirs ||
                    (ours == theirs && checkpointing == std::string_view("true"))); // the head may be the peak of both
            QVERIFY(!warned(torch, "model").empty() && warned(kernels, "model").empty());
        }
    }

    void kernels_that_raise_or_pass_adapters_by_say_so()
    {
        const auto with = [](const char *config, const std::string &more) {
            return made(config, R"("stack": "trl", "sequence_length": 512, )" + more);
        };
        const auto codes = [](const Estimate &estimate) {
            std::set<std::string> out;
            for (const Warning &warning : estimate.warnings) out.insert(warning.code);
            return out;
        };
        const char *const bamba = recurrent[4].config;
        const std::string both = R"("kernels": ["mamba_ssm", "causal_conv1d"], "method": "lora")";
        QVERIFY(codes(with(bamba, R"("kernels": "mamba_ssm", "method": "full")")).contains("kernels_raise"));
        QVERIFY(codes(with(bamba, both + R"(, "weights": {"quant": "nf4"})")).contains("kernels_raise"));
        QVERIFY(codes(with(bamba, both + R"(, "adapter": {"targets": ["in_proj", "out_proj"]})")).contains("adapters_passed_by"));
        const auto plain = codes(with(bamba, both + R"(, "adapter": {"targets": ["in_proj"]})"));
        QVERIFY(!plain.contains("kernels_raise") && !plain.contains("adapters_passed_by"));
        QVERIFY(
            !codes(with(recurrent[2].config, R"("kernels": "mamba_ssm", "method": "full")")).contains("kernels_raise")); // Jamba
    }

    void adapters_under_megatron_hold_the_weights_of_a_rank()
    {
        const auto ranks = [](const char *expert, const char *more = "") {
            return made("qwen3-30b-a3b", std::string(R"("stack": "megatron", "method": "lora", "sequence_length": 3000,
                "gradient_accumulation": 4, "parallel": {"data": 4, "zero": 1, "expert": )") +
                                             expert + more + "}");
        };
        QVERIFY(near(of(ranks("2"), Component::weights), 29.87, 0.01));
        QVERIFY(near(of(ranks("4"), Component::weights), 16.37, 0.01));
        QVERIFY(of(ranks("2"), Component::optimizer) > 0);
        const Estimate on_host = ranks("2", R"(, "offload": "optimizer")");
        QCOMPARE(of(on_host, Component::optimizer), Bytes{0});
        QVERIFY(ranks("2").trainable_parameters < ranks("2").total_parameters / 10);
    }

    void recomputing_more_layers_at_once_keeps_fewer_inputs()
    {
        const auto every = [](const char *layers) {
            return made(dense, std::string(R"("stack": "megatron", "method": "lora", "micro_batch": 4, "sequence_length": 2048,
                "parallel": {"data": 2}, "loss": {"kind": "fused_ce"}, "gradient_checkpointing": {"every": )") +
                                   layers + "}");
        };
        QVERIFY(every("3").fullest().peak.allocated > every("1").fullest().peak.allocated); // three layers stand at once
    }

    void a_hybrid_under_megatron_is_a_lower_bound()
    {
        const Estimate e = made("qwen3.5-35b-a3b", R"("stack": "megatron", "method": "lora", "sequence_length": 4096,
            "parallel": {"data": 8, "expert": 8, "zero": 1, "offload": "optimizer"}, "gradient_checkpointing": {"every": 2})");
        QVERIFY(!e.lower_bound_reason.empty());
        QVERIFY(warned(e, "model").find("PyTorch") == std::string::npos); // its layers call the kernels themselves
        QVERIFY(of(e, Component::weights) > 11 * gib && of(e, Component::weights) < 14 * gib);
    }
};

PLIMSOLL_TEST(TestTrainingAsRun)
#include "test_training_as_run.moc"
