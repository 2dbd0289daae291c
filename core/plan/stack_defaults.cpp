// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/stack_defaults.h"

#include "core/plan/names.h"

#include <algorithm>
#include <charconv>

namespace plimsoll {

namespace {

using enum Stack;

// The first row that holds wins. Rows of transformers, pytorch and trl follow the releases named in known_releases(). Of the
// other stacks only LLaMA-Factory's ModelArguments and QuantizationArguments were read whole; the rest of those rows states
// common knowledge of the project and is to be checked against its current release before it is relied on.
constexpr StackDefault table[] = {
    // transformers: Trainer, PEFT and bitsandbytes with nothing set
    {transformers, "weights.dtype", "fp16", "transformers 4, bitsandbytes quantiser without a dtype", When::bitsandbytes},
    {transformers, "weights.dtype", "fp32", "transformers 4, from_pretrained without a dtype", When::transformers_4},
    {transformers, "weights.dtype", "checkpoint", "transformers 5, from_pretrained: dtype \"auto\""},
    {transformers, "weights.double_quant", "false", "transformers 5.23, BitsAndBytesConfig.bnb_4bit_use_double_quant"},
    {transformers, "autocast", "none", "transformers 5.23, TrainingArguments.bf16 and fp16 are False"},
    {transformers, "kbit_prepare", "true", "PEFT 0.21's guide to quantised models calls prepare_model_for_kbit_training",
     When::quantised},
    {transformers, "gradient_checkpointing", "true",
     "PEFT 0.21, prepare_model_for_kbit_training(use_gradient_checkpointing=True)", When::kbit_prepared},
    {transformers, "gradient_checkpointing", "false", "transformers 5.23, TrainingArguments.gradient_checkpointing"},
    {transformers, "adapter.rank", "8", "PEFT 0.21, LoraConfig.r"},
    {transformers, "adapter.alpha", "8", "PEFT 0.21, LoraConfig.lora_alpha"},
    {transformers, "adapter.dropout", "0", "PEFT 0.21, LoraConfig.lora_dropout"},
    {transformers, "adapter.targets", "default", "PEFT 0.21, LoraConfig.target_modules: the model type's own"},
    {transformers, "adapter.dtype", "fp32", "PEFT 0.21, get_peft_model(autocast_adapter_dtype=True)"},
    {transformers, "optimizer.name", "adamw", "transformers 5.23, TrainingArguments.optim"},
    {transformers, "optimizer.implementation", "foreach", "transformers, TrainingArguments.optim is adamw_torch before torch 2.8",
     When::torch_before_2_8},
    {transformers, "optimizer.implementation", "fused",
     "transformers 5.23, TrainingArguments.optim is adamw_torch_fused with torch 2.8 or later"},
    {transformers, "attention", "sdpa", "transformers 5.23, PreTrainedModel.get_correct_attn_implementation"},
    {transformers, "loss.kind", "full", "transformers 5.23, ForCausalLMLoss"},
    {transformers, "inference.cache", "dynamic", "transformers 5.23, GenerationConfig.cache_implementation"},

    // pytorch: a plain loop, nothing set; the model still comes from transformers
    {pytorch, "weights.dtype", "checkpoint", "transformers 5, from_pretrained: dtype \"auto\""},
    {pytorch, "weights.double_quant", "false", "transformers 5.23, BitsAndBytesConfig.bnb_4bit_use_double_quant"},
    {pytorch, "autocast", "none", "a plain loop enters no autocast"},
    {pytorch, "kbit_prepare", "false", "a plain loop calls nothing"},
    {pytorch, "gradient_checkpointing", "false", "a plain loop enables nothing"},
    {pytorch, "adapter.rank", "8", "PEFT 0.21, LoraConfig.r"},
    {pytorch, "adapter.alpha", "8", "PEFT 0.21, LoraConfig.lora_alpha"},
    {pytorch, "adapter.dropout", "0", "PEFT 0.21, LoraConfig.lora_dropout"},
    {pytorch, "adapter.targets", "default", "PEFT 0.21, LoraConfig.target_modules: the model type's own"},
    {pytorch, "adapter.dtype", "fp32", "PEFT 0.21, get_peft_model(autocast_adapter_dtype=True)"},
    {pytorch, "optimizer.name", "adamw", "the usual choice; a plain loop names its optimizer itself"},
    {pytorch, "optimizer.implementation", "foreach", "torch 2.15, optimizers default to foreach on CUDA"},
    {pytorch, "attention", "sdpa", "transformers 5.23, PreTrainedModel.get_correct_attn_implementation"},
    {pytorch, "loss.kind", "full", "transformers 5.23, ForCausalLMLoss"},

    // trl: SFTTrainer
    {trl, "weights.dtype", "fp32", "TRL 1.16, create_model_from_path: float32 unless model_init_kwargs sets a dtype"},
    {trl, "autocast", "bf16", "TRL 1.16, SFTConfig.bf16"},
    {trl, "kbit_prepare", "false", "TRL 1.16, SFTTrainer does not call prepare_model_for_kbit_training"},
    {trl, "gradient_checkpointing", "true", "TRL 1.16, SFTConfig.gradient_checkpointing"},
    {trl, "adapter.dtype", "bf16", "TRL 1.16, SFTTrainer casts adapters on quantised models", When::quantised},
    {trl, "loss.kind", "chunked", "TRL 1.16, SFTConfig.loss_type \"nll\" is computed in chunks"},

    // unsloth: FastLanguageModel over TRL
    {unsloth, "weights.dtype", "auto", "Unsloth, FastLanguageModel.from_pretrained(dtype=None)"},
    {unsloth, "weights.double_quant", "true", "Unsloth, FastLanguageModel.from_pretrained(load_in_4bit=True)"},
    {unsloth, "gradient_checkpointing", "offload", "Unsloth, get_peft_model(use_gradient_checkpointing=\"unsloth\")"},
    {unsloth, "gradient_accumulation", "2", "Unsloth, its SFTConfig.gradient_accumulation_steps"},
    {unsloth, "adapter.rank", "16", "Unsloth, get_peft_model(r=16)"},
    {unsloth, "adapter.alpha", "16", "Unsloth, get_peft_model(lora_alpha=16)"},
    {unsloth, "adapter.targets", "q_proj,k_proj,v_proj,o_proj,gate_proj,up_proj,down_proj",
     "Unsloth, get_peft_model(target_modules)"},
    {unsloth, "adapter.dtype", "fp32", "Unsloth, prepare_model_for_training keeps adapters in float32"},
    {unsloth, "optimizer.name", "adamw_8bit", "Unsloth, its SFTConfig.optim"},
    {unsloth, "loss.kind", "fused", "Unsloth, fused linear and cross entropy"},

    // axolotl: transformers' Trainer, models loaded its own way
    {axolotl, "weights.dtype", "bf16", "axolotl, bf16: auto loads and computes in bfloat16"},
    {axolotl, "weights.double_quant", "true", "axolotl, loaders/model.py: bnb_4bit_use_double_quant"},
    {axolotl, "autocast", "bf16", "axolotl, bf16: auto"},
    {axolotl, "kbit_prepare", "false",
     "axolotl, loaders/model.py casts embeddings and norms back after prepare_model_for_kbit_training"},
    {axolotl, "gradient_checkpointing", "false", "axolotl, gradient_checkpointing is off unless set"},

    // llama-factory: transformers' Trainer
    {llama_factory, "weights.dtype", "fp32",
     "LLaMA-Factory, model/adapter.py: trained parameters become float32 unless pure_bf16", When::full},
    {llama_factory, "weights.double_quant", "true", "LLaMA-Factory, QuantizationArguments.double_quantization"},
    {llama_factory, "kbit_prepare", "false",
     "LLaMA-Factory does not call prepare_model_for_kbit_training; upcast_layernorm is False"},
    {llama_factory, "gradient_checkpointing", "reentrant",
     "LLaMA-Factory, ModelArguments.use_reentrant_gc; checkpointing is on unless disabled"},
    {llama_factory, "adapter.alpha", "16", "LLaMA-Factory, FinetuningArguments.lora_alpha: twice the rank"},
    {llama_factory, "adapter.targets", "all-linear", "LLaMA-Factory, FinetuningArguments.lora_target: all"},

    // torchtune: its recipes for one device
    {torchtune, "weights.dtype", "bf16", "torchtune, recipes: dtype bf16"},
    {torchtune, "weights.double_quant", "true", "torchtune, QLoRA stores double-quantised NF4"},
    {torchtune, "autocast", "none", "torchtune, recipes compute in their dtype"},
    {torchtune, "gradient_checkpointing", "true", "torchtune, recipes: enable_activation_checkpointing"},
    {torchtune, "adapter.rank", "8", "torchtune, recipes: lora_rank"},
    {torchtune, "adapter.alpha", "16", "torchtune, recipes: lora_alpha"},
    {torchtune, "adapter.targets", "q_proj,v_proj,o_proj,gate_proj,up_proj,down_proj",
     "torchtune, recipes: lora_attn_modules and apply_lora_to_mlp"},
    {torchtune, "adapter.dtype", "bf16", "torchtune, recipes: dtype bf16"},
    {torchtune, "optimizer.name", "adamw", "torchtune, recipes: torch.optim.AdamW"},
    {torchtune, "optimizer.implementation", "fused", "torchtune, recipes: fused AdamW"},
    {torchtune, "loss.kind", "chunked", "torchtune, recipes: LinearCrossEntropyLoss"},

    // litgpt: finetune lora and finetune full
    {litgpt, "weights.dtype", "fp32", "LitGPT, get_default_supported_precision(training=True): bf16-mixed"},
    {litgpt, "autocast", "bf16", "LitGPT, get_default_supported_precision(training=True): bf16-mixed"},
    {litgpt, "gradient_checkpointing", "false", "LitGPT, only its FSDP strategy checkpoints"},
    {litgpt, "gradient_accumulation", "16", "LitGPT, TrainArgs: global_batch_size 16, micro_batch_size 1"},
    {litgpt, "adapter.rank", "8", "LitGPT, finetune/lora.py: lora_r"},
    {litgpt, "adapter.alpha", "16", "LitGPT, finetune/lora.py: lora_alpha"},
    {litgpt, "adapter.dropout", "0.05", "LitGPT, finetune/lora.py: lora_dropout"},
    {litgpt, "adapter.targets", "q_proj,v_proj", "LitGPT, finetune/lora.py: lora_query and lora_value"},
    {litgpt, "optimizer.name", "adamw", "LitGPT, finetune: optimizer AdamW"},
    {litgpt, "loss.kind", "chunked", "LitGPT, chunked_cross_entropy"},
    {litgpt, "loss.chunk", "128", "LitGPT, finetune: lm_head_chunk_size"},

    // megatron
    {megatron, "weights.dtype", "bf16", "Megatron-LM, --bf16"},
    {megatron, "gradient_checkpointing", "false", "Megatron-LM recomputes only with --recompute-activations"},
    {megatron, "optimizer.name", "adamw", "Megatron-LM, --optimizer adam decouples weight decay"},
    {megatron, "optimizer.implementation", "fused", "Megatron-LM, FusedAdam"},
    {megatron, "attention", "flash2", "Megatron-LM, Transformer Engine's flash attention"},
};

/// What the contract says where no stack decides.
struct OwnDefault {
    std::string_view path, value, source;
};
constexpr OwnDefault own_table[] = {
    {"weights.dtype", "checkpoint", "the configuration's own"},
    {"micro_batch", "1", "Plimsoll's own: the smallest"},
    {"sequence_length", "2048", "Plimsoll's own"},
    {"loss.kind", "full", "Plimsoll's own: logits whole"},
    {"autocast", "none", "Plimsoll's own"},
    {"adapter.dtype", "fp32", "Plimsoll's own"},
    {"optimizer.implementation", "foreach", "torch 2.15, optimizers default to foreach on CUDA"},
    {"inference.context", "4096", "Plimsoll's own"},
    {"inference.new_tokens", "8", "Plimsoll's own"},
};

/// The first number of a version, and the second as its hundredth: "2.15.0" is 215.
int release_of(const Plan &plan, std::string_view library)
{
    const auto found = std::ranges::find(plan.libraries, library, &std::pair<std::string, std::string>::first);
    if (found == plan.libraries.end()) return 0;
    const std::string &text = found->second;
    int major = 0;
    int minor = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), major);
    if (error == std::errc{} && rest != text.data() + text.size()) std::from_chars(rest + 1, text.data() + text.size(), minor);
    return major * 100 + std::min(minor, 99);
}

bool is_bitsandbytes(const Plan &plan)
{
    return plan.weights.quant == "nf4" || plan.weights.quant == "fp4" || plan.weights.quant == "int8";
}

bool holds(When when, const Plan &plan)
{
    const int torch = release_of(plan, "torch");
    const int transformers_release = release_of(plan, "transformers");
    switch (when) {
    case When::always: return true;
    case When::full: return plan.task == Task::train && plan.method == Method::full;
    case When::adapter: return plan.trains_adapter();
    case When::quantised: return plan.trains_adapter() && plan.weights.quant != "none";
    case When::kbit_prepared: return plan.kbit_prepare;
    case When::bitsandbytes: return is_bitsandbytes(plan) && transformers_release > 0 && transformers_release < 500;
    case When::torch_before_2_8: return torch > 0 && torch < 208;
    case When::transformers_4: return transformers_release > 0 && transformers_release < 500;
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

std::optional<TakenDefault> default_for(std::string_view path, const Plan &plan)
{
    for (std::optional<Stack> stack = plan.stack; stack; stack = base_of(*stack))
        for (const StackDefault &row : table)
            if (row.stack == *stack && row.path == path && holds(row.when, plan)) return TakenDefault{row.value, row.source};
    for (const OwnDefault &row : own_table)
        if (row.path == path) return TakenDefault{row.value, row.source};
    return std::nullopt;
}

} // namespace plimsoll
