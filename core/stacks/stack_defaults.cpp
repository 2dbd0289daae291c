// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stacks/stack_defaults.h"

#include "core/ground/phrase.h"
#include "core/plan/names.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace plimsoll {

namespace {

using enum Stack;

constexpr Saying says(const char *english, std::string_view name = {}, std::string_view other = {})
{
    return {english, name, other};
}

// The first row that holds wins. Rows of transformers, pytorch and trl follow the releases named in known_releases(); the
// others were read in these sources: unsloth models/llama.py @00060afe and models/rl.py @0050c73e, unsloth_zoo 2026.8.13
// @ce232d6c, axolotl 0.18.0 @067b021c, LLaMA-Factory 0.9.6.dev0 @ff6d4d12, torchtune 0.7.0 @bd2a0fc7, LitGPT 0.5.13
// @26857050. Rows of megatron and deepspeed state common knowledge of the projects.
constexpr StackDefault table[] = {
    // transformers: Trainer, PEFT and bitsandbytes with nothing set
    {transformers, "weights.dtype", "checkpoint", "transformers 5, from_pretrained: dtype \"auto\""},
    {transformers, "weights.double_quant", "false", "transformers 5.23, BitsAndBytesConfig.bnb_4bit_use_double_quant"},
    {transformers, "autocast", "none", "transformers 5.23, TrainingArguments.bf16", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1 and %2 are %3"), "fp16", "False")},
    {transformers, "kbit_prepare", "true", "PEFT 0.21", When::quantised,
     says(QT_TRANSLATE_NOOP("core", "%1's guide to quantised models calls %2"), "prepare_model_for_kbit_training")},
    {transformers, "gradient_checkpointing", "true",
     "PEFT 0.21, prepare_model_for_kbit_training(use_gradient_checkpointing=True)", When::kbit_prepared},
    {transformers, "gradient_checkpointing", "false", "transformers 5.23, TrainingArguments.gradient_checkpointing"},
    {transformers, "adapter.rank", "8", "PEFT 0.21, LoraConfig.r"},
    {transformers, "adapter.alpha", "8", "PEFT 0.21, LoraConfig.lora_alpha"},
    {transformers, "adapter.dropout", "0", "PEFT 0.21, LoraConfig.lora_dropout"},
    {transformers, "adapter.targets", "default", "PEFT 0.21, LoraConfig.target_modules", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1: the model type's own"))},
    {transformers, "adapter.dtype", "fp32", "PEFT 0.21, get_peft_model(autocast_adapter_dtype=True)"},
    {transformers, "optimizer.name", "adamw", "transformers 5.23, TrainingArguments.optim"},
    {transformers,
     "optimizer.implementation",
     "foreach",
     "transformers, TrainingArguments.optim",
     When::always,
     says(QT_TRANSLATE_NOOP("core", "%1 is %2 before %3"), "adamw_torch", "torch 2.8"),
     {"torch", 2, 8}},
    {transformers, "optimizer.implementation", "fused", "transformers 5.23, TrainingArguments.optim", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1 is %2 with %3 or later"), "adamw_torch_fused", "torch 2.8")},
    {transformers, "attention", "sdpa", "transformers 5.23, PreTrainedModel.get_correct_attn_implementation"},
    {transformers, "max_grad_norm", "1", "transformers 5.23, TrainingArguments.max_grad_norm"},
    {transformers, "evaluation.micro_batch", "8", "transformers 5.23, TrainingArguments.per_device_eval_batch_size"},
    {transformers, "loss.kind", "full", "transformers 5.23, ForCausalLMLoss"},
    {transformers, "inference.cache", "dynamic", "transformers 5.23, GenerationConfig.cache_implementation"},

    // pytorch: a plain loop, nothing set; the model still comes from transformers
    {pytorch, "weights.dtype", "checkpoint", "transformers 5, from_pretrained: dtype \"auto\""},
    {pytorch, "weights.double_quant", "false", "transformers 5.23, BitsAndBytesConfig.bnb_4bit_use_double_quant"},
    {pytorch, "autocast", "none", "", When::always, says(QT_TRANSLATE_NOOP("core", "a plain loop enters no autocast"))},
    {pytorch, "kbit_prepare", "false", "", When::always, says(QT_TRANSLATE_NOOP("core", "a plain loop calls nothing"))},
    {pytorch, "gradient_checkpointing", "false", "", When::always,
     says(QT_TRANSLATE_NOOP("core", "a plain loop enables nothing"))},
    {pytorch, "adapter.rank", "8", "PEFT 0.21, LoraConfig.r"},
    {pytorch, "adapter.alpha", "8", "PEFT 0.21, LoraConfig.lora_alpha"},
    {pytorch, "adapter.dropout", "0", "PEFT 0.21, LoraConfig.lora_dropout"},
    {pytorch, "adapter.targets", "default", "PEFT 0.21, LoraConfig.target_modules", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1: the model type's own"))},
    {pytorch, "adapter.dtype", "fp32", "PEFT 0.21, get_peft_model(autocast_adapter_dtype=True)"},
    {pytorch, "optimizer.name", "adamw", "", When::always,
     says(QT_TRANSLATE_NOOP("core", "the usual choice; a plain loop names its optimizer itself"))},
    {pytorch, "optimizer.implementation", "foreach", "torch 2.15", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1, optimizers default to %2 on %3"), "foreach", "CUDA")},
    {pytorch, "attention", "sdpa", "transformers 5.23, PreTrainedModel.get_correct_attn_implementation"},
    {pytorch, "max_grad_norm", "0", "", When::always, says(QT_TRANSLATE_NOOP("core", "a plain loop clips nothing"))},
    {pytorch, "keep_outputs", "true", "", When::always,
     says(QT_TRANSLATE_NOOP("core", "a plain loop's %2 live until the next assignment"), "`outputs`")},
    {pytorch, "evaluation.micro_batch", "0", "", When::always, says(QT_TRANSLATE_NOOP("core", "a plain loop evaluates nothing"))},
    {pytorch, "loss.kind", "full", "transformers 5.23, ForCausalLMLoss"},

    // trl: SFTTrainer, and what older releases did (read at their tags: v0.12.0 to v1.8.0)
    {trl,
     "weights.dtype",
     "checkpoint",
     "TRL before 0.27, create_model_from_path: from_pretrained without a dtype",
     When::always,
     {},
     {"trl", 0, 27}},
    {trl, "autocast", "none", "TRL before 0.19, SFTConfig: TrainingArguments.bf16", When::always, {}, {"trl", 0, 19}},
    {trl,
     "kbit_prepare",
     "true",
     "TRL before 0.26, prepare_peft_model",
     When::quantised,
     says(QT_TRANSLATE_NOOP("core", "%1: it calls %2"), "prepare_model_for_kbit_training"),
     {"trl", 0, 26}},
    {trl,
     "gradient_checkpointing",
     "false",
     "TRL before 0.22, SFTConfig: TrainingArguments.gradient_checkpointing",
     When::always,
     {},
     {"trl", 0, 22}},
    {trl, "loss.kind", "full", "TRL before 1.7, SFTConfig.loss_type \"nll\"", When::always, {}, {"trl", 1, 7}},
    {trl, "weights.dtype", "fp32", "TRL 1.16, create_model_from_path", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1: %2 unless %3 sets a dtype"), "float32", "model_init_kwargs")},
    {trl, "autocast", "bf16", "TRL 1.16, SFTConfig.bf16"},
    {trl, "kbit_prepare", "false", "TRL 1.16, SFTTrainer", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1 does not call %2"), "prepare_model_for_kbit_training")},
    {trl, "gradient_checkpointing", "true", "TRL 1.16, SFTConfig.gradient_checkpointing"},
    {trl, "adapter.dtype", "bf16", "TRL 1.16, SFTTrainer", When::quantised,
     says(QT_TRANSLATE_NOOP("core", "%1 casts adapters on quantised models"))},
    {trl, "loss.kind", "chunked", "TRL 1.16, SFTConfig.loss_type \"nll\"", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1 is computed in chunks"))},

    // unsloth: FastLanguageModel over TRL; cut cross entropy came with 2024.11.7, its own fused loss with 2025.8.5
    {unsloth,
     "loss.kind",
     "fused_ce",
     "unsloth before 2024.11 kernels/cross_entropy_loss.py, fast_cross_entropy_loss",
     When::always,
     {},
     {"unsloth", 2024, 11}},
    {unsloth,
     "loss.kind",
     "cut",
     "unsloth before 2025.8 models/llama.py, fused_linear_cross_entropy",
     When::always,
     {},
     {"unsloth", 2025, 8}},
    {unsloth, "weights.dtype", "auto", "unsloth models/llama.py, from_pretrained(dtype=None)"},
    {unsloth, "weights.double_quant", "true",
     "unsloth models/llama.py, from_pretrained(load_in_4bit=True): bnb_4bit_use_double_quant"},
    {unsloth, "gradient_checkpointing", "offload",
     "unsloth models/llama.py, get_peft_model(use_gradient_checkpointing=\"unsloth\")"},
    {unsloth, "gradient_accumulation", "2", "unsloth models/rl.py, UnslothSFTConfig.gradient_accumulation_steps"},
    {unsloth, "evaluation.micro_batch", "4", "unsloth models/rl.py, UnslothSFTConfig.per_device_eval_batch_size"},
    {unsloth, "adapter.rank", "16", "unsloth models/llama.py, get_peft_model(r=16)"},
    {unsloth, "adapter.alpha", "16", "unsloth models/llama.py, get_peft_model(lora_alpha=16)"},
    {unsloth, "adapter.dropout", "0", "unsloth models/llama.py, get_peft_model(lora_dropout=0.0)"},
    {unsloth, "adapter.targets", "q_proj,k_proj,v_proj,o_proj,gate_proj,up_proj,down_proj",
     "unsloth models/llama.py, get_peft_model(target_modules)"},
    {unsloth, "adapter.dtype", "fp32", "unsloth_zoo 2026.8.13 training_utils.py, prepare_model_for_training", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1: %2 and %3"), "float32 lora_A", "lora_B")},
    {unsloth, "optimizer.name", "adamw_8bit", "unsloth models/rl.py, UnslothSFTConfig.optim"},
    {unsloth, "loss.kind", "fused", "unsloth_zoo 2026.8.13 fused_losses/cross_entropy_loss.py, UnslothFusedLoss"},

    // axolotl: transformers' Trainer, models loaded its own way
    {axolotl, "weights.dtype", "bf16", "axolotl 0.18 utils/config, resolve_dtype", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1: %2 is %3"), "bf16", "auto")},
    {axolotl, "weights.double_quant", "true", "axolotl 0.18 loaders/model.py, _set_quantization_config"},
    {axolotl, "autocast", "bf16", "axolotl 0.18 utils/schemas/config.py", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1: %2 is %3"), "bf16", "auto")},
    {axolotl, "kbit_prepare", "false", "axolotl 0.18 loaders/model.py, _configure_embedding_dtypes", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1: embeddings and norms go back after %2"), "prepare_model_for_kbit_training")},
    {axolotl, "gradient_checkpointing", "false", "axolotl 0.18 utils/schemas/config.py, gradient_checkpointing"},
    {axolotl, "adapter.dropout", "0", "axolotl 0.18 utils/schemas/peft.py, lora_dropout"},
    {axolotl, "optimizer.name", "adamw", "axolotl 0.18 utils/schemas/training.py, optimizer"},
    {axolotl, "optimizer.implementation", "fused", "axolotl 0.18 utils/schemas/training.py, optimizer: adamw_torch_fused"},
    {axolotl, "evaluation.micro_batch", "1", "axolotl 0.18 utils/config, normalize_config", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1: %2 is %3"), "eval_batch_size", "micro_batch_size")},

    // llama-factory: transformers' Trainer
    {llama_factory, "weights.dtype", "fp32", "LLaMA-Factory 0.9.6 model/adapter.py, init_adapter", When::full,
     says(QT_TRANSLATE_NOOP("core", "%1: trained parameters become %2 unless %3"), "float32", "pure_bf16")},
    {llama_factory, "weights.dtype", "auto", "LLaMA-Factory 0.9.6 extras/misc.py, infer_optim_dtype", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1: bf16 where the card has it"))},
    {llama_factory, "weights.double_quant", "true", "LLaMA-Factory 0.9.6, QuantizationArguments.double_quantization"},
    {llama_factory, "kbit_prepare", "false", "LLaMA-Factory 0.9.6 model/model_utils/checkpointing.py, prepare_model_for_training",
     When::always, says(QT_TRANSLATE_NOOP("core", "%1: %2 is %3"), "upcast_layernorm", "False")},
    {llama_factory, "gradient_checkpointing", "reentrant", "LLaMA-Factory 0.9.6, ModelArguments.use_reentrant_gc", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1; checkpointing is on unless disabled"))},
    {llama_factory, "adapter.rank", "8", "LLaMA-Factory 0.9.6, FinetuningArguments.lora_rank"},
    {llama_factory, "adapter.alpha", "16", "LLaMA-Factory 0.9.6, FinetuningArguments.lora_alpha", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1: twice the rank"))},
    {llama_factory, "adapter.dropout", "0", "LLaMA-Factory 0.9.6, FinetuningArguments.lora_dropout"},
    {llama_factory, "adapter.dtype", "fp32", "LLaMA-Factory 0.9.6 model/adapter.py, init_adapter", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1: trained parameters become %2"), "float32")},
    {llama_factory, "adapter.targets", "all-linear", "LLaMA-Factory 0.9.6, FinetuningArguments.lora_target: all"},

    // torchtune: its recipes for one device, recipes/configs/llama3_1/8B_*_single_device.yaml; before 0.3 llama2/7B_* and llama3/8B_*
    {torchtune,
     "loss.kind",
     "full",
     "torchtune before 0.3 recipes: torch.nn.CrossEntropyLoss",
     When::always,
     {},
     {"torchtune", 0, 3}},
    {torchtune,
     "gradient_accumulation",
     "64",
     "torchtune before 0.3 recipes: gradient_accumulation_steps",
     When::adapter,
     {},
     {"torchtune", 0, 3}},
    {torchtune,
     "adapter.targets",
     "q_proj,v_proj",
     "torchtune before 0.3 recipes: lora_attn_modules",
     When::always,
     {},
     {"torchtune", 0, 3}},
    {torchtune,
     "optimizer.implementation",
     "foreach",
     "torchtune before 0.4 recipes: torch.optim.AdamW",
     When::always,
     {},
     {"torchtune", 0, 4}},
    {torchtune, "weights.dtype", "bf16", "torchtune 0.7 recipes: dtype bf16"},
    {torchtune, "weights.double_quant", "true", "torchtune 0.7 modules/low_precision/nf4_linear.py", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1: %2 with quantised scales"), "NF4")},
    {torchtune, "autocast", "none", "torchtune 0.7", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1 recipes compute in their dtype"))},
    {torchtune, "gradient_checkpointing", "true", "torchtune 0.7 recipes: enable_activation_checkpointing"},
    {torchtune, "gradient_accumulation", "8", "torchtune 0.7 recipes: gradient_accumulation_steps", When::adapter},
    {torchtune, "adapter.rank", "8", "torchtune 0.7 recipes: lora_rank"},
    {torchtune, "adapter.alpha", "16", "torchtune 0.7 recipes: lora_alpha"},
    {torchtune, "adapter.dropout", "0", "torchtune 0.7 recipes: lora_dropout"},
    {torchtune, "adapter.targets", "q_proj,v_proj,o_proj,gate_proj,up_proj,down_proj", "torchtune 0.7 recipes", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1: %2 and %3"), "lora_attn_modules", "apply_lora_to_mlp")},
    {torchtune, "adapter.dtype", "bf16", "torchtune 0.7 recipes: dtype bf16"},
    {torchtune, "optimizer.name", "paged_adamw_8bit", "torchtune 0.7 recipes: bitsandbytes.optim.PagedAdamW8bit", When::full},
    {torchtune, "optimizer.in_backward", "true", "torchtune 0.7 recipes: optimizer_in_bwd", When::full_in_one_pass},
    {torchtune, "optimizer.name", "adamw", "torchtune 0.7 recipes: torch.optim.AdamW"},
    {torchtune, "optimizer.implementation", "fused", "torchtune 0.7 recipes: fused AdamW"},
    {torchtune, "max_grad_norm", "0", "torchtune 0.7 recipes", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1: %2 is %3"), "clip_grad_norm", "null")},
    {torchtune, "evaluation.micro_batch", "0", "torchtune 0.7", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1 recipes evaluate nothing"))},
    {torchtune, "loss.kind", "chunked", "torchtune 0.7 recipes: LinearCrossEntropyLoss"},

    // litgpt: finetune lora and finetune full; with --quantize its precision must be bf16-true
    {litgpt, "weights.dtype", "bf16", "LitGPT 0.5.13 finetune/lora.py", When::quantised,
     says(QT_TRANSLATE_NOOP("core", "%1: quantised models refuse mixed precision"))},
    {litgpt, "autocast", "none", "LitGPT 0.5.13 finetune/lora.py", When::quantised,
     says(QT_TRANSLATE_NOOP("core", "%1: quantised models refuse mixed precision"))},
    {litgpt, "adapter.dtype", "bf16", "LitGPT 0.5.13 finetune/lora.py: bf16-true", When::quantised},
    {litgpt, "optimizer.name", "paged_adamw_32bit", "LitGPT 0.5.13 finetune/lora.py, instantiate_bnb_optimizer: PagedAdamW",
     When::quantised},
    {litgpt, "weights.dtype", "fp32", "LitGPT 0.5.13 utils.py, get_default_supported_precision(training=True): bf16-mixed"},
    {litgpt, "autocast", "bf16", "LitGPT 0.5.13 utils.py, get_default_supported_precision(training=True): bf16-mixed"},
    {litgpt, "gradient_checkpointing", "false", "LitGPT 0.5.13 finetune", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1: only its %2 strategy checkpoints"), "FSDP")},
    {litgpt, "gradient_accumulation", "16", "LitGPT 0.5.13 finetune, TrainArgs: global_batch_size 16, micro_batch_size 1"},
    {litgpt, "adapter.rank", "8", "LitGPT 0.5.13 finetune/lora.py, lora_r"},
    {litgpt, "adapter.alpha", "16", "LitGPT 0.5.13 finetune/lora.py, lora_alpha"},
    {litgpt, "adapter.dropout", "0.05", "LitGPT 0.5.13 finetune/lora.py, lora_dropout"},
    {litgpt, "adapter.targets", "q_proj,v_proj", "LitGPT 0.5.13 finetune/lora.py, lora_query", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1 and %2"), "lora_value")},
    {litgpt, "optimizer.name", "adamw", "LitGPT 0.5.13 finetune, optimizer: AdamW"},
    {litgpt, "keep_outputs", "true", "LitGPT 0.5.13 finetune/lora.py", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1: %2 and %3 live until the next assignment"), "`logits`", "`loss`")},
    {litgpt, "max_grad_norm", "0", "LitGPT 0.5.13 args.py, TrainArgs.max_norm"},
    {litgpt, "evaluation.micro_batch", "0", "LitGPT 0.5.13 finetune, validate()", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1 takes the training batch without gradients"))},
    {litgpt, "loss.kind", "chunked", "LitGPT 0.5.13 utils.py, chunked_cross_entropy"},
    {litgpt, "loss.chunk", "128", "LitGPT 0.5.13 finetune, model(…, lm_head_chunk_size=128)"},
    {litgpt, "inference.new_tokens", "50", "LitGPT 0.5.13 generate/base.py, max_new_tokens"},

    // megatron
    {megatron, "weights.dtype", "bf16", "Megatron-LM, --bf16"},
    {megatron, "gradient_checkpointing", "false", "Megatron-LM", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1 recomputes only with %2"), "--recompute-activations")},
    {megatron, "optimizer.name", "adamw", "Megatron-LM, --optimizer adam", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1 decouples weight decay"))},
    {megatron, "optimizer.implementation", "fused", "Megatron-LM, FusedAdam"},
    {megatron, "attention", "flash2", "Megatron-LM", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1, %2's flash attention"), "Transformer Engine")},
};

/// What holds where no stack decides (docs/schema/plan.md).
struct OwnDefault {
    std::string_view path, value, source;
    Saying says = {};
};
constexpr OwnDefault own_table[] = {
    {"weights.dtype", "checkpoint", "", says(QT_TRANSLATE_NOOP("core", "the configuration's own"))},
    {"micro_batch", "1", "Plimsoll", says(QT_TRANSLATE_NOOP("core", "%1's own: the smallest"))},
    {"sequence_length", "2048", "Plimsoll", says(QT_TRANSLATE_NOOP("core", "%1's own"))},
    {"loss.kind", "full", "Plimsoll", says(QT_TRANSLATE_NOOP("core", "%1's own: logits whole"))},
    {"autocast", "none", "Plimsoll", says(QT_TRANSLATE_NOOP("core", "%1's own"))},
    {"adapter.dtype", "fp32", "Plimsoll", says(QT_TRANSLATE_NOOP("core", "%1's own"))},
    {"optimizer.implementation", "foreach", "torch 2.15",
     says(QT_TRANSLATE_NOOP("core", "%1, optimizers default to %2 on %3"), "foreach", "CUDA")},
    {"inference.context", "4096", "Plimsoll", says(QT_TRANSLATE_NOOP("core", "%1's own"))},
    {"inference.new_tokens", "1024", "transformers 5.23 cli/serving/utils.py",
     says(QT_TRANSLATE_NOOP("core", "%1: %2 generates 1,024 tokens where a request names no number"), "transformers serve")},
};

constexpr std::string_view axolotl_pins = "axolotl 0.18.0, pyproject.toml";
constexpr std::string_view factory_pins =
    "LLaMA-Factory 0.9.6.dev0, pyproject.toml: transformers<=5.8.0, peft<=0.18.1, trl<=0.24.0";
constexpr HeldRelease held[] = {
    {axolotl, "torch", "2.12.1", axolotl_pins},
    {axolotl, "transformers", "5.14.1", axolotl_pins},
    {axolotl, "peft", "0.19.1", axolotl_pins},
    {axolotl, "trl", "1.8.0", axolotl_pins},
    {axolotl, "bitsandbytes", "0.49.1", axolotl_pins},
    {axolotl, "accelerate", "1.13.0", axolotl_pins},
    {axolotl, "liger_kernel", "0.8.0", axolotl_pins},
    {llama_factory, "transformers", "5.8.0", factory_pins},
    {llama_factory, "peft", "0.18.1", factory_pins},
    {llama_factory, "trl", "0.24.0", factory_pins},
    {llama_factory, "accelerate", "1.11.0", "LLaMA-Factory 0.9.6.dev0, pyproject.toml: accelerate<=1.11.0"},
    {litgpt, "bitsandbytes", "0.49.2", "LitGPT 0.5.13, pyproject.toml: bitsandbytes<0.50"},
};

bool holds(When when, const Plan &plan)
{
    switch (when) {
    case When::always: return true;
    case When::full: return plan.task == Task::train && plan.method == Method::full;
    case When::full_in_one_pass:
        return holds(When::full, plan) && plan.gradient_accumulation <= 1 &&
               (plan.max_grad_norm <= 0 || !plan.has("max_grad_norm"));
    case When::adapter: return plan.trains_adapter();
    case When::quantised: return plan.trains_adapter() && plan.weights.quant != "none";
    case When::kbit_prepared: return plan.kbit_prepare && plan.trains_adapter();
    }
    return false;
}

} // namespace

std::optional<Stack> base_of(Stack stack)
{
    switch (stack) {
    case trl:
    case axolotl:
    case llama_factory:
    case deepspeed: return transformers;
    case unsloth: return trl;
    default: return std::nullopt;
    }
}

const std::vector<KnownRelease> &known_releases()
{
    static const std::vector<KnownRelease> releases{
        {"torch", "2.15.0"},        {"transformers", "5.23.0"}, {"peft", "0.21.2"},       {"trl", "1.16.0"},
        {"bitsandbytes", "0.50.2"}, {"accelerate", "1.15.0"},   {"liger_kernel", "0.8.5"}};
    return releases;
}

std::string TakenDefault::reason() const
{
    return says.english == nullptr ? std::string(source) : phrase(says.english, {source, says.name, says.other});
}

std::span<const HeldRelease> held_releases() { return held; }


bool loads_named_class(const Plan &plan)
{
    if (plan.task != Task::train) return false;
    if (plan.stack == trl) return !release_before(plan, "trl", 0, 22);
    return plan.stack == unsloth || plan.stack == llama_factory;
}



namespace {

bool named_before(const Before &before, const Plan &plan)
{
    return before.library.empty() || release_before(plan, before.library, before.major, before.minor);
}

} // namespace

std::optional<TakenDefault> default_for(std::string_view path, const Plan &plan)
{
    for (std::optional<Stack> stack = plan.stack; stack; stack = base_of(*stack))
        for (const StackDefault &row : table)
            if (row.stack == *stack && row.path == path && holds(row.when, plan) && named_before(row.before, plan))
                return TakenDefault{row.value, row.source, row.says};
    for (const OwnDefault &row : own_table)
        if (row.path == path) return TakenDefault{row.value, row.source, row.says};
    return std::nullopt;
}

} // namespace plimsoll
