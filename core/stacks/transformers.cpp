// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/names.h"
#include "core/runner/common_rows.h"
#include "core/stacks/stacks.h"

namespace plimsoll {

namespace {

// Trainer, PEFT and bitsandbytes with nothing set.
constexpr Default transformers_defaults[] = {
    {"weights.dtype", "checkpoint", "dtype", "transformers 5, from_pretrained: dtype \"auto\""},
    {"weights.double_quant", "false", "bnb_4bit_use_double_quant",
     "transformers 5.23, BitsAndBytesConfig.bnb_4bit_use_double_quant"},
    {"autocast", "none", "bf16", "transformers 5.23, TrainingArguments.bf16", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1 and %2 are %3"), "fp16", "False")},
    {"kbit_prepare", "false", "", "PEFT 0.21", When::packed_as_floats,
     says(QT_TRANSLATE_NOOP("core", "%1's guide to FSDP, for which weights are stored as floats, does not call %2"),
          "prepare_model_for_kbit_training")},
    {"kbit_prepare", "true", "", "PEFT 0.21", When::quantised,
     says(QT_TRANSLATE_NOOP("core", "%1's guide to quantised models calls %2"), "prepare_model_for_kbit_training")},
    {"gradient_checkpointing", "true", "gradient_checkpointing",
     "PEFT 0.21, prepare_model_for_kbit_training(use_gradient_checkpointing=True)", When::kbit_prepared},
    {"gradient_checkpointing", "false", "gradient_checkpointing", "transformers 5.23, TrainingArguments.gradient_checkpointing"},
    {"adapter.rank", "8", "r", "PEFT 0.21, LoraConfig.r"},
    {"adapter.alpha", "8", "lora_alpha", "PEFT 0.21, LoraConfig.lora_alpha"},
    {"adapter.dropout", "0", "lora_dropout", "PEFT 0.21, LoraConfig.lora_dropout"},
    {"adapter.targets", "default", "target_modules", "PEFT 0.21, LoraConfig.target_modules", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1: the model type's own"))},
    {"adapter.dtype", "fp32", "autocast_adapter_dtype", "PEFT 0.21, get_peft_model(autocast_adapter_dtype=True)"},
    {"optimizer.name", "adamw", "optim", "transformers 5.23, TrainingArguments.optim"},
    {"optimizer.implementation",
     "foreach",
     "optim",
     "transformers, TrainingArguments.optim",
     When::always,
     says(QT_TRANSLATE_NOOP("core", "%1 is %2 before %3"), "adamw_torch", "torch 2.8"),
     {"torch", 2, 8}},
    {"optimizer.implementation", "fused", "optim", "transformers 5.23, TrainingArguments.optim", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1 is %2 with %3 or later"), "adamw_torch_fused", "torch 2.8")},
    {"attention", "sdpa", "attn_implementation", "transformers 5.23, PreTrainedModel.get_correct_attn_implementation"},
    {"max_grad_norm", "1", "max_grad_norm", "transformers 5.23, TrainingArguments.max_grad_norm"},
    {"evaluation.micro_batch", "8", "per_device_eval_batch_size",
     "transformers 5.23, TrainingArguments.per_device_eval_batch_size"},
    {"loss.kind", "full", "use_liger_kernel", "transformers 5.23, ForCausalLMLoss"},
    {"inference.cache", "dynamic", "cache_implementation", "transformers 5.23, GenerationConfig.cache_implementation"},
    {"micro_batch", "", "per_device_train_batch_size", "transformers 5.23, TrainingArguments"},
    {"gradient_accumulation", "", "gradient_accumulation_steps", "transformers 5.23, TrainingArguments"},
    {"compile", "", "torch_compile", "transformers 5.23, TrainingArguments"},
    {"optimizer.rank", "", "optim_args", "transformers 5.23, TrainingArguments"},
    {"weights.quant", "", "bnb_4bit_quant_type", "transformers 5.23, BitsAndBytesConfig"},
    {"adapter.target_parameters", "", "target_parameters", "PEFT 0.21, LoraConfig"},
    {"adapter.dora", "", "use_dora", "PEFT 0.21, LoraConfig"},
    {"adapter.rslora", "", "use_rslora", "PEFT 0.21, LoraConfig"},
    {"adapter.bias", "", "bias", "PEFT 0.21, LoraConfig"},
    {"adapter.modules_to_save", "", "modules_to_save", "PEFT 0.21, LoraConfig"},
    {"inference.new_tokens", "", "max_new_tokens", "transformers 5.23, GenerationConfig"},
};

constexpr Read transformers_read[] = {reads::trainer_drops_outputs, reads::trainer_accumulates};

/// trainer_optimizer.py, _get_galore_optimizer: relative_step is turned off for the word without "_layerwise" alone.
std::optional<Error> refused_by_transformers(const Plan &plan, const Architecture &)
{
    const OptimizerKind &kind = kind_of(plan.optimizer);
    const bool factored = kind.projects && kind.states == 0;
    if (!factored || !plan.optimizer.in_backward) return std::nullopt;
    return Error{"optimizer.in_backward", "true", "false",
                 "transformers 5.23: \"Cannot combine manual `lr` and `relative_step=True` options\""};
}

} // namespace

constinit const Runner stacks::transformers{
    .name = "transformers",
    .base = &training_step,
    .defaults = transformers_defaults,
    .reads = transformers_read,
    .loop = {.scales_gradients = true},
    .refuses = refused_by_transformers,
    .spread = &spread_of_trainers,
};

} // namespace plimsoll
