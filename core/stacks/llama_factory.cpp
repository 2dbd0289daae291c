// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decoder/decoder.h"
#include "core/ground/phrase.h"
#include "core/objectives/objectives.h"
#include "core/runner/common_rows.h"
#include "core/stacks/beside_towers.h"
#include "core/stacks/linear_targets.h"
#include "core/stacks/stacks.h"

namespace plimsoll {

namespace {

// transformers' Trainer: LLaMA-Factory 0.9.6.dev0 @ff6d4d12.
constexpr Default llama_factory_defaults[] = {
    {"weights.dtype", "fp32", "", "LLaMA-Factory 0.9.6 model/adapter.py, init_adapter", When::full,
     says(QT_TRANSLATE_NOOP("core", "%1: trained parameters become %2 unless %3"), "float32", "pure_bf16")},
    {"weights.dtype", "auto", "", "LLaMA-Factory 0.9.6 extras/misc.py, infer_optim_dtype", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1: bf16 where the card has it"))},
    {"weights.double_quant", "true", "double_quantization", "LLaMA-Factory 0.9.6, QuantizationArguments.double_quantization"},
    {"kbit_prepare", "false", "", "LLaMA-Factory 0.9.6 model/model_utils/checkpointing.py, prepare_model_for_training",
     When::always, says(QT_TRANSLATE_NOOP("core", "%1, in the place of %2"), "prepare_model_for_kbit_training")},
    {"weights.upcast_norms", "false", "upcast_layernorm", "LLaMA-Factory 0.9.6, ModelArguments.upcast_layernorm"},
    {"gradient_checkpointing", "reentrant", "disable_gradient_checkpointing",
     "LLaMA-Factory 0.9.6, ModelArguments.use_reentrant_gc", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1; checkpointing is on unless disabled"))},
    {"adapter.rank", "8", "lora_rank", "LLaMA-Factory 0.9.6, FinetuningArguments.lora_rank"},
    {"adapter.alpha", "16", "lora_alpha", "LLaMA-Factory 0.9.6, FinetuningArguments.lora_alpha", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1: twice the rank"))},
    {"adapter.dropout", "0", "lora_dropout", "LLaMA-Factory 0.9.6, FinetuningArguments.lora_dropout"},
    {"adapter.dtype", "fp32", "", "LLaMA-Factory 0.9.6 model/adapter.py, init_adapter", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1: trained parameters become %2"), "float32")},
    {"adapter.targets", "all-linear", "lora_target", "LLaMA-Factory 0.9.6, FinetuningArguments.lora_target: all"},
    {"method", "", "finetuning_type", "LLaMA-Factory 0.9.6, FinetuningArguments"},
    {"objective", "", "stage", "LLaMA-Factory 0.9.6, FinetuningArguments"},
    {"adapter.modules_to_save", "", "additional_target", "LLaMA-Factory 0.9.6, FinetuningArguments"},
    {"adapter.dora", "", "use_dora", "LLaMA-Factory 0.9.6, FinetuningArguments"},
    {"adapter.rslora", "", "use_rslora", "LLaMA-Factory 0.9.6, FinetuningArguments"},
    {"trainable", "", "freeze_trainable_layers", "LLaMA-Factory 0.9.6, FinetuningArguments"},
    {"trainable", "towers stay", "freeze_trainable_layers", // what stands beside the language model (core/resolve/taken_part.h)
     "LLaMA-Factory 0.9.6, FinetuningArguments.freeze_vision_tower and freeze_multi_modal_projector", When::full},
    {"sequence_length", "2048", "cutoff_len", "LLaMA-Factory 0.9.6, DataArguments"},
    {"padded", "", "packing", "LLaMA-Factory 0.9.6, DataArguments"},
    {"weights.quant", "", "quantization_bit", "LLaMA-Factory 0.9.6, QuantizationArguments"},
    {"attention", "", "flash_attn", "LLaMA-Factory 0.9.6, ModelArguments"},
    {"loss.kind", "", "enable_liger_kernel", "LLaMA-Factory 0.9.6, ModelArguments"},
    {"micro_batch", "8", "per_device_train_batch_size", "transformers 5.23, TrainingArguments"},
    {"gradient_accumulation", "", "gradient_accumulation_steps", "transformers 5.23, TrainingArguments"},
    {"evaluation.micro_batch", "", "per_device_eval_batch_size", "transformers 5.23, TrainingArguments"},
    {"autocast", "", "bf16", "transformers 5.23, TrainingArguments"},
    {"optimizer.name", "", "optim", "transformers 5.23, TrainingArguments"},
    {"optimizer.implementation", "", "optim", "transformers 5.23, TrainingArguments"},
    {"max_grad_norm", "", "max_grad_norm", "transformers 5.23, TrainingArguments"},
    {"images.tower", "frozen", "freeze_vision_tower", "LLaMA-Factory 0.9.6, FinetuningArguments.freeze_vision_tower"},
    {"images.projector", "frozen", "freeze_multi_modal_projector",
     "LLaMA-Factory 0.9.6, FinetuningArguments.freeze_multi_modal_projector"},
    {"images.max_pixels", "589824", "image_max_pixels", "LLaMA-Factory 0.9.6, ProcessorArguments.image_max_pixels", When::seeing},
    {"images.min_pixels", "1024", "image_min_pixels", "LLaMA-Factory 0.9.6, ProcessorArguments.image_min_pixels", When::seeing},
    {"video.max_pixels", "65536", "video_max_pixels", "LLaMA-Factory 0.9.6, ProcessorArguments.video_max_pixels", When::watching},
    {"video.min_pixels", "256", "video_min_pixels", "LLaMA-Factory 0.9.6, ProcessorArguments.video_min_pixels", When::watching},
    {"video.fps", "2", "video_fps", "LLaMA-Factory 0.9.6, ProcessorArguments.video_fps", When::watching},
    {"video.max_frames", "128", "video_maxlen", "LLaMA-Factory 0.9.6, ProcessorArguments.video_maxlen", When::watching},
    {"compile", "", "torch_compile", "transformers 5.23, TrainingArguments"},
};

constexpr Read llama_factory_read[] = {
    {"weights.upcast_norms",
     Effect::depends,
     {QT_TRANSLATE_NOOP("core", "weights of norms are float32 already, or there are none of one dimension")}}};

/// model/model_utils/checkpointing.py, prepare_model_for_training: parameters of one dimension with "norm" or "ln" in their names.
void upcast_norms(step::Machine &m, step::Decoder &decoder, const Plan &plan, Dtype)
{
    if (plan.weights.upcast_norms && decoder.sequence() == nullptr) decoder.raise_norms(m);
}

/// model/model_utils/visual.py, patch_target_modules: adapters stay out of what is frozen.
std::optional<TakenTargets> factorys_targets(const Plan &plan, const Architecture &model)
{
    auto beside = targets_beside_towers(
        plan, model, {"LLaMA-Factory", "LLaMA-Factory 0.9.6 model/model_utils/visual.py", "freeze_vision_tower"});
    if (beside) return beside;
    return targets_of_linears(plan, model, "LLaMA-Factory",
                              "LLaMA-Factory 0.9.6 model/model_utils/misc.py, find_all_linear_modules");
}

constexpr LibraryUse llama_factory_libraries[] = {{"llama_factory"},
                                                  {"trl", [](const Plan &plan) { return !objective_of(plan).plain; }}};

constexpr Spread llama_factory_allocated{0.97, 1.05, "17 measured peaks of LLaMA-Factory: 1.00 of the estimate"};
constexpr Spread llama_factory_reserved{0.95, 1.06, "and what they reserved: 0.98 to 1.04 of the estimate"};
constexpr Spreads llama_factory_spread{{llama_factory_allocated, llama_factory_allocated},
                                       Spreads::Measured{llama_factory_reserved, llama_factory_reserved}};

/// Trained on plain rows of one length, as it was run; what Unsloth or pairs do in it was not.
bool is_measured_plainly(const Plan &plan) { return objective_of(plan).plain && !plan.padded && plan.kernels.empty(); }

} // namespace

constinit const Runner stacks::llama_factory{
    .name = "llama-factory",
    .base = &stacks::transformers,
    .defaults = llama_factory_defaults,
    .own_keys = true,
    .library = &libraries::llama_factory,
    .reads = llama_factory_read,
    .libraries = llama_factory_libraries,
    // model/model_utils/checkpointing.py, get_custom_gradient_checkpointing_func: its own function, in the place of transformers',
    // recomputes the layers in which something trains, whose inputs it asks for a gradient, and offloads in an autograd.Function;
    // model/adapter.py, _setup_freeze_tuning: what trains becomes float32, unless pure_bf16
    .loop = {.recomputes_in_function = true,
             .input_gradients = InputGradients::of_trained_layers,
             .raises_trained_part = true,
             .scales_gradients = true},
    .models = {.loads_named_class = [](const Plan &) { return true; }, // model/loader.py, AutoModelForImageTextToText
               .scores_beside_head = true,                             // train/rm/workflow.py: add_valuehead
               .targets = factorys_targets,
               .after_loading = upcast_norms,
               .names_meet = NamesMeet::anywhere},
    .spread = &spread_of_trainers,
    .spread_in = [](const Plan &plan) { return is_measured_plainly(plan) ? &llama_factory_spread : &spread_of_trainers; },
    .pictures = {.scales = true, .image_processor_alone = true}, // data/mm_plugin.py, _preprocess_image
};

} // namespace plimsoll
