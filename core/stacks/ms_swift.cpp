// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/objectives/objectives.h"
#include "core/runner/common_rows.h"
#include "core/stacks/beside_refusals.h"
#include "core/stacks/beside_towers.h"
#include "core/stacks/linear_targets.h"
#include "core/stacks/stacks.h"

namespace plimsoll {

namespace {

// transformers' Trainer with PEFT as ms-swift starts them (`swift sft`, `swift pt`, `swift rlhf`); its twins on Megatron are stack
// megatron.
constexpr Default ms_swift_defaults[] = {
    {"autocast", "loaded", "bf16", "ms-swift 4.6 arguments/base_args/model_args.py, _init_mixed_precision"},
    {"weights.double_quant", "true", "bnb_4bit_use_double_quant", "ms-swift 4.6, QuantizeArguments.bnb_4bit_use_double_quant"},
    {"kbit_prepare", "false", "", "ms-swift 4.6 pipelines/train/tuner.py", When::quantised,
     says(QT_TRANSLATE_NOOP("core", "%1 does not call %2"), "prepare_model_for_kbit_training")},
    {"gradient_checkpointing", "reentrant", "gradient_checkpointing",
     "ms-swift 4.6 trainers/mixin.py, _fix_gradient_checkpointing", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1; checkpointing is on unless disabled"))},
    {"adapter.rank", "8", "lora_rank", "ms-swift 4.6, TunerArguments.lora_rank"},
    {"adapter.alpha", "32", "lora_alpha", "ms-swift 4.6, TunerArguments.lora_alpha"},
    {"adapter.dropout", "0.05", "lora_dropout", "ms-swift 4.6, TunerArguments.lora_dropout"},
    {"adapter.targets", "all-linear", "target_modules", "ms-swift 4.6, TunerArguments.target_modules"},
    {"adapter.bias", "", "lora_bias", "ms-swift 4.6, TunerArguments"},
    {"adapter.dtype", "fp32", "lora_dtype", "ms-swift 4.6 tuners/peft.py, _cast_adapter_dtype_hook"},
    {"micro_batch", "1", "per_device_train_batch_size", "ms-swift 4.6 trainers/arguments.py"},
    {"evaluation.micro_batch", "1", "per_device_eval_batch_size", "ms-swift 4.6 trainers/arguments.py"},
    {"rollout.gpu_memory_utilization", "0.9", "", "ms-swift 4.6 rlhf_trainers/args_mixin.py, vllm_gpu_memory_utilization"},
    {"rollout.sleep", "0", "", "ms-swift 4.6 rlhf_trainers/args_mixin.py, sleep_level"},
    {"method", "", "tuner_type", "ms-swift 4.6, SftArguments"},
    {"weights.dtype", "checkpoint", "torch_dtype", "ms-swift 4.6 arguments/base_args/model_args.py, _init_torch_dtype"},
    {"weights.quant", "", "quant_bits", "ms-swift 4.6, QuantizeArguments"},
    {"trainable", "towers stay", "freeze_parameters", // what stands beside the language model (core/resolve/taken_part.h)
     "ms-swift 4.6, TunerArguments.freeze_vit and freeze_aligner", When::full},
    {"images.tower", "frozen", "freeze_vit", "ms-swift 4.6, TunerArguments.freeze_vit"},
    {"images.projector", "frozen", "freeze_aligner", "ms-swift 4.6, TunerArguments.freeze_aligner"},
    {"sequence_length", "", "max_length", "ms-swift 4.6, TemplateArguments"},
    {"padded", "", "packing", "ms-swift 4.6, SftArguments"},
    {"attention", "sdpa", "attn_impl", "transformers 5.23, PreTrainedModel.get_correct_attn_implementation"},
    {"parallel.context", "", "sequence_parallel_size", "ms-swift 4.6, TemplateArguments"},
};

/// pipelines/train/tuner.py, get_target_modules; utils/transformers_utils.py, get_multimodal_target_regex: names are taken as they stand.
std::optional<TakenTargets> swifts_targets(const Plan &plan, const Architecture &model)
{
    if (plan.adapter.targets != std::vector<std::string>{"all-linear"}) return std::nullopt;
    constexpr std::string_view source = "ms-swift 4.6 utils/transformers_utils.py";
    if (auto beside = targets_beside_towers(plan, model, {"ms-swift", source, "freeze_vit"})) return beside;
    return targets_of_linears(plan, model, "ms-swift", source); // find_all_linears
}

constexpr LibraryUse ms_swift_libraries[] = {{"trl", [](const Plan &plan) { return !objective_of(plan).plain; }}};

} // namespace

static std::optional<Error> refused_by_ms_swift(const Plan &plan, const Architecture &)
{
    return refused_groups_of_ranks(plan, "ms-swift 4.6");
}

constinit const Runner stacks::ms_swift{
    .name = "ms-swift",
    .base = &stacks::transformers,
    .defaults = ms_swift_defaults,
    .library = &libraries::ms_swift,
    .libraries = ms_swift_libraries,
    .loop = {.scales_gradients = true, .drops_long_rows = true},
    .models = {.targets = swifts_targets},
    .refuses = refused_by_ms_swift,
    .spread = &spread_of_trainers,
    .pictures = {.caps_videos = true,           // template/templates/qwen.py, qwen_vl_utils.fetch_video
                 .frozen_without_graph = true}, // model/patcher.py, patch_frozen_module
};

} // namespace plimsoll
