// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decoder/decoder.h"
#include "core/model/quantization/bitsandbytes.h"
#include "core/objectives/objectives.h"
#include "core/plan/releases.h"
#include "core/runner/common_rows.h"
#include "core/stacks/axolotl/axolotl_model.h"
#include "core/stacks/beside_refusals.h"
#include "core/stacks/linear_targets.h"
#include "core/stacks/stacks.h"

namespace plimsoll {

namespace {

// transformers' Trainer, models loaded its own way.
constexpr Default axolotl_defaults[] = {
    {"rollout.gpu_memory_utilization", "0.3", "", "axolotl 0.21 utils/schemas/vllm.py", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1: %2 of %3"), "vllm_gpu_memory_utilization", "TRL's GRPOConfig")},
    {"weights.dtype", "bf16", "", "axolotl 0.21 utils/config, resolve_dtype", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1: %2 is %3"), "bf16", "auto")},
    {"weights.double_quant", "true", "", "axolotl 0.21 loaders/model.py, _set_quantization_config"},
    {"weights.quant_storage", "bf16", "", "axolotl 0.21 loaders/model.py, _set_quantization_config"},
    {"autocast", "bf16", "bf16", "axolotl 0.21 utils/schemas/config.py", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1: %2 is %3"), "bf16", "auto")},
    {"kbit_prepare", "false", "", "axolotl 0.21 loaders/model.py, _configure_embedding_dtypes", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1: embeddings and norms go back after %2"), "prepare_model_for_kbit_training")},
    {"gradient_checkpointing", "false", "gradient_checkpointing", "axolotl 0.21 utils/schemas/config.py, gradient_checkpointing"},
    {"adapter.dropout", "0", "lora_dropout", "axolotl 0.21 utils/schemas/peft.py, lora_dropout"},
    {"optimizer.name", "adamw", "optimizer", "axolotl 0.21 utils/schemas/training.py, optimizer"},
    {"optimizer.implementation", "fused", "optimizer", "axolotl 0.21 utils/schemas/training.py, optimizer: adamw_torch_fused"},
    {"evaluation.micro_batch", "1", "eval_batch_size", "axolotl 0.21 utils/config, normalize_config", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1: %2 is %3"), "eval_batch_size", "micro_batch_size")},
    {"method", "", "adapter", "axolotl 0.21 utils/schemas/peft.py"},
    {"adapter.rank", "", "lora_r", "axolotl 0.21 utils/schemas/peft.py"},
    {"adapter.alpha", "", "lora_alpha", "axolotl 0.21 utils/schemas/peft.py"},
    {"adapter.targets", "", "lora_target_modules", "axolotl 0.21 utils/schemas/peft.py"},
    {"adapter.target_parameters", "", "lora_target_parameters", "axolotl 0.21 utils/schemas/peft.py"},
    {"adapter.modules_to_save", "", "lora_modules_to_save", "axolotl 0.21 utils/schemas/peft.py"},
    {"adapter.dora", "", "peft_use_dora", "axolotl 0.21 utils/schemas/peft.py"},
    {"adapter.rslora", "", "peft_use_rslora", "axolotl 0.21 utils/schemas/peft.py"},
    {"adapter.dtype", "", "peft_autocast_adapter_dtype", "axolotl 0.21 utils/schemas/peft.py"},
    {"weights.quant", "", "load_in_4bit", "axolotl 0.21 utils/schemas/peft.py"},
    {"micro_batch", "1", "micro_batch_size", "axolotl 0.21 utils/schemas/training.py"},
    {"gradient_accumulation", "", "gradient_accumulation_steps", "axolotl 0.21 utils/schemas/training.py"},
    {"max_grad_norm", "", "max_grad_norm", "axolotl 0.21 utils/schemas/training.py"},
    {"sequence_length", "512", "sequence_len", "axolotl 0.21 utils/schemas/config.py"},
    {"padded", "", "sample_packing", "axolotl 0.21 utils/schemas/config.py"},
    {"objective", "", "rl", "axolotl 0.21 utils/schemas/config.py"},
    {"trainable", "", "unfrozen_parameters", "axolotl 0.21 utils/schemas/config.py"},
    {"attention", "", "attn_implementation", "axolotl 0.21 utils/schemas/config.py"},
    {"compile", "", "torch_compile", "axolotl 0.21 utils/schemas/config.py"},
    {"loss.kind", "", "chunked_cross_entropy", "axolotl 0.21 utils/schemas/config.py"},
    {"weights.quantize_moe_experts", "", "quantize_moe_experts", "axolotl 0.21 utils/schemas/config.py"},
    {"parallel.tensor", "", "tensor_parallel_size", "axolotl 0.21 utils/schemas/config.py"},
    {"parallel.context", "", "context_parallel_size", "axolotl 0.21 utils/schemas/config.py"},
};

constexpr Read axolotl_read[] = {
    {"lora_kernels", Effect::depends, {}, {}, [](const Plan &plan) { return plan.trains_adapter(); }},
    {"weights.quantize_moe_experts", Effect::depends, {}, {}, [](const Plan &plan) {
         return is_bitsandbytes(plan.weights.quant);
     }}};
constexpr LibraryUse axolotl_libraries[] = {{"axolotl"}, {"trl", [](const Plan &plan) { return !objective_of(plan).plain; }}};

/// axolotl 0.21 loaders/model.py, _configure_embedding_dtypes: embeddings, head and norms become float32 once they are loaded, but
/// for adapters, flash attention and cut cross entropy; before 0.21 (0.19's file) they did for those too, and went back.
void configure_embedding_dtypes(step::Machine &m, step::Decoder &decoder, const Plan &plan, Dtype loaded)
{
    if (!plan.trains_adapter() && !is_flash(plan.attention) && plan.loss.kind != LossKind::cut)
        return decoder.raise_to_fp32(m, false);
    if (!older_of(plan).raises_embeddings_under_adapters) return;
    decoder.cast_embeddings(m, Dtype::fp32);
    decoder.cast_embeddings(m, loaded);
}

/// lora_target_linear.
std::optional<TakenTargets> axolotls_targets(const Plan &plan, const Architecture &model)
{
    return targets_of_linears(plan, model, "Axolotl", "axolotl 0.21 loaders/adapter.py, find_all_linear_names");
}

constexpr Spreads axolotl_spread{
    {{0.96, 1.08, "16 measured peaks of Axolotl 0.21, with its kernels and without: 1.00 of the estimate"},
     {0.96, 1.08, "16 measured peaks of Axolotl 0.21, with its kernels and without: 1.00 of the estimate"}},
    Spreads::Measured{{0.95, 1.06, "and what they reserved: 0.98 to 1.02"},
                      {0.95, 1.06, "and what they reserved: 0.98 to 1.02"}}};

/// core/trainers/grpo/trainer.py is TRL's.
std::optional<Error> refused_by_axolotl(const Plan &plan, const Architecture &)
{
    if (auto error = refused_groups_of_ranks(plan, "trl 1.16")) return error;
    return refused_8_bit_engine(plan, "trl 1.16");
}

} // namespace

constinit const Runner stacks::axolotl{
    .name = "axolotl",
    .base = &stacks::transformers,
    .defaults = axolotl_defaults,
    .own_keys = true,
    .library = &libraries::axolotl,
    .reads = axolotl_read,
    .libraries = axolotl_libraries,
    .loop = {.scales_gradients = true, .drops_long_rows = true},
    .models = {.build = step::axolotl_model,
               // monkeypatch/moe_quant.py
               .packs_experts = [](const Plan &plan) { return plan.weights.quantize_moe_experts; },
               .targets = axolotls_targets,
               .after_loading = configure_embedding_dtypes},
    .refuses = refused_by_axolotl,
    .spread = &axolotl_spread,
};

} // namespace plimsoll
