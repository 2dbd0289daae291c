// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/other_names.h"

#include "core/plan/field.h"

#include <algorithm>
#include <array>

namespace plimsoll {

namespace {

struct OtherName {
    std::string_view name, path;
    std::string_view value = {};
};

constexpr std::string_view none = {};

// Sorted by name: small letters, _ for -.
constexpr OtherName table[] = {
    {"activation_checkpointing", "gradient_checkpointing"},
    {"attn", "attention"},
    {"attn_implementation", "attention"},
    {"attention_backend", "attention"},
    {"b", "micro_batch"},
    {"base_model", "model"},
    {"batch", "micro_batch"},
    {"batch_size", "micro_batch"},
    {"bf16", "autocast", "bf16"},
    {"bfloat16", "weights.dtype", "bf16"},
    {"bits", "weights.quant"},
    {"block_size", "sequence_length"},
    {"bnb_4bit_quant_type", "weights.quant"},
    {"bnb_4bit_use_double_quant", "weights.double_quant"},
    {"bs", "micro_batch"},
    {"c", "inference.context"},
    {"cache_implementation", "inference.cache"},
    {"cache_type_k", "inference.kv_dtype"},
    {"cache_type_v", "inference.kv_dtype"},
    {"card", "target.gpus"},
    {"chat_template", none},
    {"checkpointing", "gradient_checkpointing"},
    {"concurrency", "inference.sequences"},
    {"context_length", "inference.context"},
    {"context_parallel_size", "parallel.context"},
    {"context_size", "inference.context"},
    {"cp", "parallel.context"},
    {"cp_size", "parallel.context"},
    {"ctk", "inference.kv_dtype"},
    {"ctv", "inference.kv_dtype"},
    {"ctx", "inference.context"},
    {"ctx_len", "inference.context"},
    {"ctx_size", "inference.context"},
    {"cutoff_len", "sequence_length"},
    {"data_parallel_size", "parallel.data"},
    {"dataset", none},
    {"dataset_path", none},
    {"datasets", none},
    {"deepspeed", "parallel.zero"},
    {"device", "target.gpus"},
    {"do_sample", none},
    {"dp", "parallel.data"},
    {"dp_size", "parallel.data"},
    {"enable_activation_checkpointing", "gradient_checkpointing"},
    {"enable_expert_parallel", "parallel.expert"},
    {"enable_liger_kernel", "loss.kind", "fused"},
    {"ep", "parallel.expert"},
    {"ep_size", "parallel.expert"},
    {"epochs", none},
    {"eval_batch_size", "evaluation.micro_batch"},
    {"eval_steps", none},
    {"expert_parallel_size", "parallel.expert"},
    {"fine_tuning", "method"},
    {"finetuning_type", "method"},
    {"flash_attention", "attention", "flash2"},
    {"flash_attn", "attention", "flash2"},
    {"fp16", "autocast", "fp16"},
    {"framework", "stack"},
    {"freeze_trainable_layers", "trainable"},
    {"fsdp", "parallel.zero"},
    {"full_finetuning", "method", "full"},
    {"gpu_count", "parallel.data"},
    {"gpu_name", "target.gpus"},
    {"gpu_type", "target.gpus"},
    {"gpus", "target.gpus"},
    {"grad_accum", "gradient_accumulation"},
    {"grad_accumulation_steps", "gradient_accumulation"},
    {"gradient_accumulation_steps", "gradient_accumulation"},
    {"gradient_clip_val", "max_grad_norm"},
    {"gradient_clipping", "max_grad_norm"},
    {"hf_model", "model"},
    {"host", none},
    {"is_bf16", "autocast", "bf16"},
    {"k_bit", "weights.quant"},
    {"kv_cache_dtype", "inference.kv_dtype"},
    {"learning_rate", none},
    {"liger", "loss.kind", "fused"},
    {"load_in_16bit", "weights.quant", "none"},
    {"load_in_4bit", "weights.quant", "nf4"},
    {"load_in_8bit", "weights.quant", "int8"},
    {"logging_steps", none},
    {"lora", "method", "lora"},
    {"lora_alpha", "adapter.alpha"},
    {"lora_bias", "adapter.bias"},
    {"lora_dim", "adapter.rank"},
    {"lora_dropout", "adapter.dropout"},
    {"lora_modules_to_save", "adapter.modules_to_save"},
    {"lora_r", "adapter.rank"},
    {"lora_rank", "adapter.rank"},
    {"lora_target", "adapter.targets"},
    {"lora_target_linear", "adapter.targets", "all-linear"},
    {"lora_target_modules", "adapter.targets"},
    {"lr", none},
    {"lr_scheduler", none},
    {"lr_scheduler_type", none},
    {"m", "model"},
    {"max_batch_size", "inference.sequences"},
    {"max_concurrency", "inference.sequences"},
    {"max_ctx", "inference.context"},
    {"max_gradient_norm", "max_grad_norm"},
    {"max_len", "sequence_length"},
    {"max_length", "sequence_length"},
    {"max_model_len", "inference.context"},
    {"max_new_tokens", "inference.new_tokens"},
    {"max_num_seqs", "inference.sequences"},
    {"max_running_requests", "inference.sequences"},
    {"max_seq_len", "sequence_length"},
    {"max_seq_length", "sequence_length"},
    {"max_sequence_length", "sequence_length"},
    {"max_steps", none},
    {"max_tokens", "inference.new_tokens"},
    {"mbs", "micro_batch"},
    {"mem_fraction_static", "inference.gpu_memory_utilization"},
    {"micro_batch_size", "micro_batch"},
    {"mixed_precision", "autocast"},
    {"model_id", "model"},
    {"model_max_length", "sequence_length"},
    {"model_name", "model"},
    {"model_name_or_path", "model"},
    {"model_path", "model"},
    {"n_ctx", "inference.context"},
    {"n_gpu", "parallel.data"},
    {"n_gpus", "parallel.data"},
    {"n_parallel", "inference.sequences"},
    {"n_predict", "inference.new_tokens"},
    {"np", "inference.sequences"},
    {"nproc_per_node", "parallel.data"},
    {"num_epochs", none},
    {"num_gpus", "parallel.data"},
    {"num_train_epochs", none},
    {"optim", "optimizer.name"},
    {"optimiser", "optimizer.name"},
    {"output_dir", none},
    {"peft", "method", "lora"},
    {"per_device_batch_size", "micro_batch"},
    {"per_device_eval_batch_size", "evaluation.micro_batch"},
    {"per_device_train_batch_size", "micro_batch"},
    {"per_gpu_batch_size", "micro_batch"},
    {"pipeline_parallel_size", "parallel.pipeline"},
    {"port", none},
    {"pp", "parallel.pipeline"},
    {"pp_size", "parallel.pipeline"},
    {"precision", "weights.dtype"},
    {"pretrained_model_name_or_path", "model"},
    {"q", "weights.quant"},
    {"qlora", "method", "qlora"},
    {"quantisation", "weights.quant"},
    {"quantization", "weights.quant"},
    {"quantization_bit", "weights.quant"},
    {"quantize", "weights.quant"},
    {"r", "adapter.rank"},
    {"report_to", none},
    {"save_steps", none},
    {"seed", none},
    {"seq", "sequence_length"},
    {"seq_len", "sequence_length"},
    {"seq_length", "sequence_length"},
    {"seqlen", "sequence_length"},
    {"sequence_len", "sequence_length"},
    {"target_modules", "adapter.targets"},
    {"temperature", none},
    {"tensor_parallel_size", "parallel.tensor"},
    {"threads", none},
    {"top_k", none},
    {"top_p", none},
    {"torch_compile", "compile"},
    {"torch_dtype", "weights.dtype"},
    {"tp", "parallel.tensor"},
    {"tp_size", "parallel.tensor"},
    {"train_batch_size", "micro_batch"},
    {"train_micro_batch_size_per_gpu", "micro_batch"},
    {"train_type", "method"},
    {"tuner_type", "method"},
    {"unfrozen_parameters", "trainable"},
    {"use_compile", "compile"},
    {"use_dora", "adapter.dora"},
    {"use_flash_attention_2", "attention", "flash2"},
    {"use_gradient_checkpointing", "gradient_checkpointing"},
    {"use_liger_kernel", "loss.kind", "fused"},
    {"use_rslora", "adapter.rslora"},
    {"use_unsloth", "stack", "unsloth"},
    {"vram", "target.budget_bytes"},
    {"wandb_project", none},
    {"warmup_ratio", none},
    {"warmup_steps", none},
    {"weight_decay", none},
    {"world_size", "parallel.data"},
    {"zero_stage", "parallel.zero"},
};

/// "--Batch-Size" as "batch_size"; of a path its last part.
std::string normal(std::string_view name)
{
    while (name.starts_with('-')) name.remove_prefix(1);
    std::string out(name.substr(name.rfind('.') + 1));
    std::ranges::transform(out, out.begin(), [](char c) {
        if (c == '-') return '_';
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    });
    return out;
}

} // namespace

std::string Meant::in_plan() const { return value.empty() ? path : path + " " + value; }

std::string Meant::as_option() const
{
    const Field *field = find_field(path);
    return "--" + (field ? field->option : path) + (value.empty() ? "" : " " + value);
}

std::optional<Meant> meant_elsewhere(std::string_view name)
{
    const std::string wanted = normal(name);
    const auto found = std::ranges::find(table, std::string_view(wanted), &OtherName::name);
    if (found == std::end(table)) return std::nullopt;
    if (!found->path.empty() && find_field(found->path) == nullptr) return std::nullopt;
    return Meant{std::string(found->path), std::string(found->value)};
}

std::optional<Meant> meant_by(std::string_view name)
{
    if (auto elsewhere = meant_elsewhere(name)) return elsewhere;
    std::string path(name);
    while (path.starts_with('-')) path.erase(0, 1);
    std::ranges::replace(path, '-', '_');
    std::string near = nearest_field(path);
    if (near.empty()) return std::nullopt;
    return Meant{std::move(near)};
}

} // namespace plimsoll
