// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/objectives/objectives.h"
#include "core/load/load.h"
#include "core/plan/names.h"
#include "core/plan/plan_json.h"
#include "core/plan/releases.h"
#include "core/resolve/resolve.h"
#include "tests/test_program.h"

#include <QTest>
#include <algorithm>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

Architecture seven_billion()
{
    Architecture out;
    out.model_type = "qwen2";
    out.config_dtype = Dtype::bf16;
    out.default_lora_targets = {"q_proj", "v_proj"};
    DecoderSpec decoder;
    decoder.vocab = 152064;
    decoder.hidden = 3584;
    decoder.max_positions = 32768;
    LayerSpec layer;
    layer.attention.heads = 28;
    layer.mlp.up = {"up_proj", 3584, 18944, false, false};
    decoder.kinds = {layer};
    decoder.layers.assign(28, 0);
    out.decoder = decoder;
    return out;
}

Architecture quantised(const std::string &config)
{
    const auto out = architecture_from_config(
        R"({"model_type": "qwen2", "hidden_size": 256, "intermediate_size": 512, "num_hidden_layers": 2, "num_attention_heads": 4,
            "num_key_value_heads": 2, "vocab_size": 1000, "torch_dtype": "bfloat16", "quantization_config": )" +
            config + "}",
        "inline");
    if (!out.ok()) qFatal("%s", out.error().message().c_str());
    return **out;
}

ResolvedPlan resolved(const char *text, const CardFacts &device = {}, const Architecture &architecture = seven_billion())
{
    const auto parsed = plan_from_json(text);
    if (!parsed.ok()) qFatal("%s", parsed.error().message().c_str());
    const auto out = resolve(parsed->plan, architecture, device);
    if (!out.ok()) qFatal("%s", out.error().message().c_str());
    return *out;
}

QString refusal(const char *text)
{
    const auto out = resolve(plan_from_json(text)->plan, seven_billion());
    return out.ok() ? QString() : QString::fromStdString(out.error().message());
}

bool says(const ResolvedPlan &plan, std::string_view begin)
{
    return std::ranges::any_of(plan.assumptions, [&](const std::string &line) { return line.starts_with(begin); });
}

bool warns(const ResolvedPlan &plan, std::string_view code)
{
    return std::ranges::find(plan.warnings, code, &Warning::code) != plan.warnings.end();
}

} // namespace

class TestResolve : public QObject {
    Q_OBJECT

private slots:
    void trainer_with_nothing_set()
    {
        const ResolvedPlan out = resolved("{}");
        QVERIFY(out.plan.method == Method::full);
        QVERIFY(out.plan.weights.dtype == WeightDtype::bf16);
        QVERIFY(out.plan.autocast == Autocast::none);
        QVERIFY(!out.plan.gradient_checkpointing.enabled);
        QVERIFY(out.plan.optimizer.implementation == OptimizerImplementation::fused);
        QVERIFY(says(out, "optimizer.implementation: fused — transformers 5.23"));
        QVERIFY(says(out, "micro_batch: 1 — "));
        QVERIFY(says(out, "sequence_length: 2048 — "));
        QVERIFY(says(out, "libraries: torch 2.15.0, transformers 5.23.0"));
        QVERIFY(!says(out, "adapter.") && !says(out, "inference."));
        QVERIFY(out.plan.given.empty());
    }

    void nothing_is_assumed_about_what_is_given()
    {
        const ResolvedPlan out = resolved(R"({"optimizer": {"name": "adamw", "implementation": "foreach"}, "micro_batch": 4})");
        QVERIFY(out.plan.optimizer.implementation == OptimizerImplementation::foreach_);
        QVERIFY(!says(out, "optimizer.name") && !says(out, "optimizer.implementation") && !says(out, "micro_batch"));
    }

    /// As UnslothSFTConfig sets fp16 or bf16 by the model that was loaded, which a card without BF16 has in FP16.
    void mixed_precision_follows_loaded_weights()
    {
        const CardFacts t4{"T4", 7, 5, 40, 1024, true, 15 * gib}, a100{"A100", 8, 0, 108, 2048, true, 80 * gib};
        const auto autocast = [](const char *plan, const CardFacts &card) { return resolved(plan, card).plan.autocast; };
        QVERIFY(autocast(R"({"method": "lora", "stack": "unsloth"})", t4) == Autocast::fp16);
        QVERIFY(autocast(R"({"method": "lora", "stack": "unsloth"})", a100) == Autocast::bf16);
        QVERIFY(autocast(R"({"method": "lora", "stack": "unsloth", "weights": {"dtype": "fp16"}})", a100) == Autocast::fp16);
        QVERIFY(autocast(R"({"method": "lora", "stack": "unsloth", "autocast": "bf16"})", t4) == Autocast::bf16);
    }

    void method_follows_quantisation_and_adapter()
    {
        QVERIFY(resolved(R"({"weights": {"quant": "nf4"}})").plan.method == Method::qlora);
        QVERIFY(resolved(R"({"weights": {"quant": "int8"}})").plan.method == Method::qlora);
        QVERIFY(resolved(R"({"adapter": {"rank": 4}})").plan.method == Method::lora);
        const ResolvedPlan out = resolved(R"({"method": "qlora"})");
        QCOMPARE(out.plan.weights.quant, "nf4");
        QVERIFY(says(out, "weights.quant: nf4 — method qlora"));
    }

    void names_of_models_say_what_nothing_else_does()
    {
        const auto of_engine = [](const char *engine, const char *model) {
            const QString text = QString(R"({"task": "infer", "inference": {"engine": "%1"}, "model": %2})").arg(engine, model);
            return resolved(text.toUtf8().constData());
        };
        QCOMPARE(of_engine("llama.cpp", R"({"hub": "org/m-GGUF"})").plan.weights.quant, "Q4_K_M");
        QCOMPARE(of_engine("ollama", R"({"config": "m-Q6_K.gguf"})").plan.weights.quant, "Q6_K");
        QVERIFY(warns(of_engine("llama.cpp", R"({"config": "m-UD-Q4_K_XL.gguf"})"), "quant_by_name"));
        QCOMPARE(of_engine("llama.cpp", R"({"hub": "org/m"})").plan.weights.quant, "none");
        // a configuration that says of none counts
        const ResolvedPlan plain = of_engine("vllm", R"({"config": "models/m-AWQ/config.json"})");
        QCOMPARE(plain.plan.weights.quant, "none");
        QVERIFY(warns(plain, "quant_in_name"));
        QVERIFY(!warns(of_engine("vllm", R"({"config": "models/m/config.json"})"), "quant_in_name"));
    }

    void a_configuration_decides_what_its_name_means()
    {
        const Architecture packed =
            quantised(R"({"quant_method": "gptq", "bits": 8, "group_size": 32, "desc_act": false, "sym": true})");
        const char *const plan = R"({"model": {"hub": "org/m-AWQ"}, "weights": {"quant": "%1"}, "method": "lora"})";
        const auto stated = [&](const char *quant) {
            return resolved(QString(plan).arg(quant).toUtf8().constData(), {}, packed).plan.weights.quant;
        };
        QCOMPARE(stated("awq4"), "gptq8");
        QCOMPARE(stated("nf4"), "nf4");
    }

    /// prepare_model_for_kbit_training would freeze everything that a full fine-tune trains.
    void kbit_preparation_means_nothing_without_an_adapter()
    {
        const ResolvedPlan full = resolved(R"({"method": "full", "kbit_prepare": true})");
        QVERIFY(!full.plan.gradient_checkpointing.enabled);
        QVERIFY(warns(full, "no_effect"));
    }

    void stacks_differ()
    {
        const ResolvedPlan trainer = resolved(R"({"method": "qlora"})");
        QVERIFY(trainer.plan.kbit_prepare && trainer.plan.gradient_checkpointing.enabled);
        QVERIFY(trainer.plan.adapter.dtype == Dtype::fp32);
        QCOMPARE(trainer.plan.adapter.rank, 8);
        QCOMPARE(trainer.plan.adapter.targets, std::vector<std::string>{"default"});
        const ResolvedPlan sft = resolved(R"({"method": "qlora", "stack": "trl"})");
        QVERIFY(!sft.plan.kbit_prepare && sft.plan.gradient_checkpointing.enabled);
        QVERIFY(sft.plan.adapter.dtype == Dtype::bf16);
        QVERIFY(sft.plan.autocast == Autocast::bf16);
        QVERIFY(sft.plan.loss.kind == LossKind::chunked);
        QVERIFY(sft.plan.weights.dtype == WeightDtype::fp32);
        const ResolvedPlan loop = resolved(R"({"stack": "pytorch"})");
        QVERIFY(loop.plan.optimizer.implementation == OptimizerImplementation::foreach_);
        QVERIFY(!loop.plan.gradient_checkpointing.enabled);
    }

    void fields_that_the_contract_has_no_name_for_have_defaults()
    {
        const ResolvedPlan trainer = resolved("{}");
        QVERIFY(trainer.plan.max_grad_norm == 1.0 && trainer.plan.evaluation.micro_batch == 8);
        QVERIFY(kind_of(trainer.plan.objective).plain && !trainer.plan.allocator.expandable_segments);
        QVERIFY(says(trainer, "max_grad_norm: 1 — transformers 5.23"));
        QVERIFY(says(trainer, "objective: sft — ") && says(trainer, "allocator.expandable_segments: false — "));
        const ResolvedPlan loop = resolved(R"({"stack": "pytorch"})");
        QVERIFY(loop.plan.max_grad_norm == 0 && loop.plan.evaluation.micro_batch == 0);
        QVERIFY(!says(trainer, "optimizer.rank"));
        QVERIFY(says(resolved(R"({"optimizer": {"name": "galore"}})"), "optimizer.rank: 128 — "));
    }

    void each_stack_has_its_own_ways()
    {
        const ResolvedPlan factory = resolved(R"({"method": "qlora", "stack": "llama-factory"})");
        QVERIFY(factory.plan.gradient_checkpointing.reentrant && factory.plan.weights.double_quant && !factory.plan.kbit_prepare);
        QVERIFY(resolved(R"({"stack": "llama-factory"})").plan.weights.dtype == WeightDtype::fp32);
        const ResolvedPlan unsloth = resolved(R"({"method": "qlora", "stack": "unsloth"})");
        QVERIFY(unsloth.plan.gradient_checkpointing.offload && name_of(unsloth.plan.optimizer.name) == "adamw_8bit");
        QVERIFY(unsloth.plan.weights.dtype == WeightDtype::bf16); // auto on compute capability 8.0
        QCOMPARE(unsloth.plan.adapter.targets.size(), 7U);
        const ResolvedPlan litgpt = resolved(R"({"method": "lora", "stack": "litgpt"})");
        QCOMPARE(litgpt.plan.loss.chunk, 128);
        QCOMPARE(litgpt.plan.adapter.targets, (std::vector<std::string>{"q_proj", "v_proj"}));
        QVERIFY(litgpt.plan.max_grad_norm == 0 && litgpt.plan.gradient_accumulation == 16);
        const ResolvedPlan quantised = resolved(R"({"method": "qlora", "stack": "litgpt"})");
        QVERIFY(quantised.plan.weights.dtype == WeightDtype::bf16 && quantised.plan.autocast == Autocast::none);
        QVERIFY(name_of(quantised.plan.optimizer.name) == "paged_adamw_32bit");
        const ResolvedPlan tune = resolved(R"({"method": "full", "stack": "torchtune"})");
        QVERIFY(tune.plan.optimizer.in_backward && name_of(tune.plan.optimizer.name) == "paged_adamw_8bit");
        QVERIFY(says(tune, "optimizer.in_backward: true — torchtune 0.7"));
        for (const char *asked : {R"("gradient_accumulation": 4)", R"("max_grad_norm": 1)"}) { // on which its recipe raises
            const std::string plan = R"({"method": "full", "stack": "torchtune", )" + std::string(asked);
            QVERIFY(!resolved((plan + "}").c_str()).plan.optimizer.in_backward);
            const QString refused = refusal((plan + R"(, "optimizer": {"in_backward": true}})").c_str());
            QVERIFY2(refused.startsWith("optimizer.in_backward: "), qPrintable(refused));
        }
        const ResolvedPlan tuned = resolved(R"({"method": "lora", "stack": "torchtune"})");
        QVERIFY(!tuned.plan.optimizer.in_backward && tuned.plan.adapter.dtype == Dtype::bf16);
        QVERIFY(tuned.plan.optimizer.implementation == OptimizerImplementation::fused);
        for (const char *stack : {"axolotl", "torchtune", "megatron", "deepspeed"})
            QVERIFY(says(resolved((R"({"stack": ")" + std::string(stack) + R"("})").c_str()), "weights.dtype: bf16 — "));
    }

    void older_libraries_change_defaults()
    {
        const ResolvedPlan out = resolved(R"({"libraries": {"torch": "2.4.1", "transformers": "4.44.0"}})");
        QVERIFY(out.plan.optimizer.implementation == OptimizerImplementation::foreach_);
        QVERIFY(out.plan.weights.dtype == WeightDtype::fp32);
        QVERIFY(says(out, "libraries: peft 0.21.2"));
    }

    void stacks_hold_libraries_back()
    {
        const ResolvedPlan out = resolved(R"({"stack": "litgpt", "method": "qlora", "libraries": {"torch": "2.14.0"}})");
        const std::vector<std::pair<std::string, std::string>> both{{"bitsandbytes", "0.49.2"}, {"torch", "2.14.0"}};
        QCOMPARE(out.plan.libraries, both);
        QVERIFY(says(out, "libraries.bitsandbytes: 0.49.2 — LitGPT 0.5.13") && !out.plan.has("libraries.bitsandbytes"));
        QCOMPARE(resolved(R"({"stack": "litgpt", "libraries": {"bitsandbytes": "0.42.0"}})").plan.libraries.front().second,
                 "0.42.0");
        QVERIFY(release_before(resolved(R"({"stack": "axolotl"})").plan, "torch", {2, 15, 0}));
        QVERIFY(resolved("{}").plan.libraries.empty());
    }

    void auto_dtype_follows_the_card()
    {
        const char *text = R"({"weights": {"dtype": "auto"}})";
        QVERIFY(resolved(text, {"GeForce RTX 4090", 8, 9, 128, 1536}).plan.weights.dtype == WeightDtype::bf16);
        const ResolvedPlan turing = resolved(text, {"T4", 7, 5, 40, 1024});
        QVERIFY(turing.plan.weights.dtype == WeightDtype::fp16);
        QVERIFY(says(turing, "weights.dtype: fp16 — auto: T4 has compute capability 7.5"));
        QVERIFY(resolved(text, {"GTX 950", 5, 2, 6, 2048}).plan.weights.dtype == WeightDtype::fp32);
        QVERIFY(warns(resolved(R"({"weights": {"dtype": "bf16"}})", {"T4", 7, 5, 40, 1024}), "bf16_unsupported"));
    }

    void a_configurations_own_quantisation_counts()
    {
        const Architecture architecture = quantised(R"({"quant_method": "gptq", "bits": 4, "group_size": 128})");
        QCOMPARE(resolved(R"({"task": "infer"})", {}, architecture).plan.weights.quant, "gptq4");
        QVERIFY(resolved("{}", {}, architecture).plan.method == Method::qlora);
        QCOMPARE(resolved(R"({"weights": {"quant": "none"}})", {}, architecture).plan.weights.quant, "none");
    }

    void quantisation_that_is_not_known_is_refused()
    {
        const auto refused = resolve(Plan{}, quantised(R"({"quant_method": "quip", "bits": 2})"));
        QVERIFY(!refused);
        QCOMPARE(refused.error().field, "weights.quant");
        QCOMPARE(refused.error().read, "quip");
    }

    void what_a_card_unpacks_is_not_quantised()
    {
        const Architecture architecture = quantised(R"({"quant_method": "fp8", "weight_block_size": [128, 128]})");
        const char *text = R"({"method": "qlora"})";
        QCOMPARE(resolved(text, {"H100", 9, 0, 132, 2048}, architecture).plan.weights.quant, "fp8");
        const ResolvedPlan out = resolved(text, {"A100", 8, 0, 108, 2048}, architecture);
        QCOMPARE(out.plan.weights.quant, "none");
        QVERIFY(out.plan.method == Method::lora);
        QCOMPARE(out.warnings.front().code, "dequantised");
    }

    void loaders_change_the_dtype()
    {
        const ResolvedPlan out = resolved(R"({"task": "infer"})", {}, quantised(R"({"quant_method": "awq", "bits": 4})"));
        QVERIFY(out.plan.weights.dtype == WeightDtype::fp16);
        QVERIFY(out.plan.inference.kv_dtype == KvDtype::fp16);
    }

    void inference_ignores_training_fields_aloud()
    {
        const ResolvedPlan out =
            resolved(R"({"task": "infer", "micro_batch": 4, "method": "qlora", "weights": {"dtype": "fp16"}})");
        QCOMPARE(std::ranges::count(out.warnings, "no_effect", &Warning::code), 2);
        QVERIFY(out.plan.inference.kv_dtype == KvDtype::fp16);
        QCOMPARE(out.plan.weights.quant, "none");
        QVERIFY(!says(out, "optimizer") && says(out, "inference.context: 4096"));
        QVERIFY(says(out, "inference.new_tokens: 1024"));
        QCOMPARE(resolved(R"({"task": "infer", "inference": {"context": 128}})").plan.inference.new_tokens, 64);
        QCOMPARE(resolved(R"({"task": "infer", "inference": {"context": 128, "new_tokens": 100}})").plan.inference.new_tokens,
                 100);
    }

    void combinations_that_cannot_be()
    {
        QVERIFY(refusal(R"({"method": "qlora", "weights": {"quant": "none"}})")
                    .startsWith("weights.quant: method qlora needs quantised weights, read none"));
        QVERIFY(refusal(R"({"method": "full", "weights": {"quant": "nf4"}})")
                    .startsWith("method: weights quantised as nf4 cannot be trained"));
        QVERIFY(refusal(R"({"weights": {"quant": "Q4_K"}})").contains("GGUF types are for inference only"));
        QVERIFY(refusal(R"({"task": "infer", "inference": {"context": 8, "new_tokens": 8}})")
                    .startsWith("inference.new_tokens: read 8"));
        QVERIFY(refusal(R"({"task": "extract", "extract": {"layers": [28]}})")
                    .startsWith("extract.layers: read 28, accepted: 0 to 27"));
        QVERIFY(refusal(R"({"attention": "eager", "micro_batch": 65536, "sequence_length": 16777216})")
                    .contains("is too large to plan"));
    }

    void what_the_libraries_raise_on()
    {
        const auto said = [](const std::string &config, const char *plan) {
            const auto architecture = architecture_from_config(config, "inline");
            if (!architecture.ok()) return QString::fromStdString(architecture.error().message());
            const auto parsed = plan_from_json(plan);
            if (!parsed.ok()) return QString::fromStdString(parsed.error().message());
            const auto out = resolve(parsed->plan, **architecture);
            return out.ok() ? QString() : QString::fromStdString(out.error().message());
        };
        // Gemma3nTextAltUp.predict: self.prediction_coefs.weight.data.clamp_
        const char *gemma = R"({"model_type": "gemma3n_text", "num_hidden_layers": 4,
                                "vocab_size": 262400, "hidden_size": 2048, "num_attention_heads": 8, "num_kv_shared_layers": 0,
                                "layer_types": ["sliding_attention", "sliding_attention", "sliding_attention", "full_attention"],
                                "intermediate_size": 512, "activation_sparsity_pattern": [0.0, 0.0, 0.0, 0.0]})";
        const QString packed = said(gemma, R"({"method": "qlora", "weights": {"quant": "nf4"}, "adapter": {"rank": 8}})");
        QVERIFY2(packed.startsWith("weights.quant: ") && packed.contains("clamps prediction_coefs.weight"), qPrintable(packed));
        QCOMPARE(said(gemma, R"({"method": "lora", "weights": {"quant": "none"}, "adapter": {"rank": 8}})"), QString());
        QCOMPARE(said(gemma, R"({"task": "infer", "weights": {"quant": "nf4"}})"), QString());
        // _fused_forward: text_config.num_experts
        const std::string sizes = R"("model_type": "granitemoe_swa", "num_hidden_layers": 2, "vocab_size": 32000,
                                     "hidden_size": 4096, "num_attention_heads": 32, "intermediate_size": 11008)";
        const std::string granite = "{" + sizes + "}";
        const QString tiled = said(granite, R"({"stack": "trl", "method": "full", "attention": "eager"})");
        QVERIFY2(tiled.startsWith("loss.kind: ") && tiled.contains("num_experts"), qPrintable(tiled));
        QCOMPARE(said(granite, R"({"stack": "trl", "method": "full", "attention": "eager", "loss": {"kind": "full"}})"),
                 QString());
        QCOMPARE(said(granite, R"({"stack": "transformers", "method": "full", "attention": "eager"})"), QString());
        QCOMPARE(said("{" + sizes + R"(, "router_aux_loss_coef": 0.0})",
                      R"({"stack": "trl", "method": "full", "attention": "eager"})"),
                 QString());
    }

    void ranges_hold_for_plans_made_by_hand()
    {
        Plan plan;
        plan.micro_batch = -1;
        plan.given.insert("micro_batch");
        QCOMPARE(resolve(plan, seven_billion()).error().message(), "micro_batch: read -1, accepted: 1 to 65536");
    }

    void missing_peft_targets_fall_back_aloud()
    {
        Architecture architecture = seven_billion();
        architecture.default_lora_targets.clear();
        const ResolvedPlan out = resolved(R"({"method": "lora"})", {}, architecture);
        QCOMPARE(out.plan.adapter.targets, std::vector<std::string>{"all-linear"});
        QVERIFY(says(out, "adapter.targets: all-linear — PEFT has no default targets"));
    }
};

PLIMSOLL_TEST(TestResolve)
} // namespace PLIMSOLL_FILE
#include "test_resolve.moc"
