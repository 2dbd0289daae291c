// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decoder/decoder.h"
#include "core/model/extension.h"
#include "core/model/quantization/bitsandbytes.h"
#include "core/objectives/objectives.h"
#include "core/plan/names.h"
#include "core/plan/releases.h"
#include "core/runner/common_rows.h"
#include "core/stacks/beside_refusals.h"
#include "core/stacks/loss.h"
#include "core/stacks/stacks.h"

#include <algorithm>

namespace plimsoll {

namespace {

// SFTTrainer, and what older releases did (read at their tags: v0.12.0 to v1.8.0).
constexpr Default trl_defaults[] = {
    {"weights.dtype",
     "checkpoint",
     "dtype",
     "TRL before 0.27, create_model_from_path: from_pretrained without a dtype",
     When::always,
     {},
     {"trl", 0, 27}},
    {"autocast", "none", "bf16", "TRL before 0.19, SFTConfig: TrainingArguments.bf16", When::always, {}, {"trl", 0, 19}},
    {"kbit_prepare",
     "true",
     "",
     "TRL before 0.26, prepare_peft_model",
     When::quantised,
     says(QT_TRANSLATE_NOOP("core", "%1: it calls %2"), "prepare_model_for_kbit_training"),
     {"trl", 0, 26}},
    {"gradient_checkpointing",
     "false",
     "gradient_checkpointing",
     "TRL before 0.22, SFTConfig: TrainingArguments.gradient_checkpointing",
     When::always,
     {},
     {"trl", 0, 22}},
    {"loss.kind", "full", "loss_type", "TRL before 1.7, SFTConfig.loss_type \"nll\"", When::always, {}, {"trl", 1, 7}},
    {"weights.dtype", "checkpoint", "dtype", "TRL 1.16, experimental/orpo and cpo", When::whole_logits,
     says(QT_TRANSLATE_NOOP("core", "%1: %2 is %3"), "dtype", "auto")},
    {"weights.dtype", "checkpoint", "dtype", "TRL 1.16, experimental/online_dpo", When::online_pairs,
     says(QT_TRANSLATE_NOOP("core", "%1: %2 is %3"), "dtype", "auto")},
    {"kbit_prepare", "true", "", "TRL 1.16, experimental/orpo and cpo", When::whole_logits,
     says(QT_TRANSLATE_NOOP("core", "%1: it calls %2"), "prepare_model_for_kbit_training")},
    {"weights.dtype", "fp32", "dtype", "TRL 1.16, create_model_from_path", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1: %2 unless %3 sets a dtype"), "float32", "model_init_kwargs")},
    {"autocast", "bf16", "bf16", "TRL 1.16, SFTConfig.bf16"},
    {"kbit_prepare", "false", "", "TRL 1.16, SFTTrainer", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1 does not call %2"), "prepare_model_for_kbit_training")},
    {"gradient_checkpointing", "true", "gradient_checkpointing", "TRL 1.16, SFTConfig.gradient_checkpointing"},
    {"adapter.dtype", "bf16", "", "TRL 1.16, SFTTrainer", When::quantised,
     says(QT_TRANSLATE_NOOP("core", "%1 casts adapters on quantised models"))},
    {"loss.kind", "chunked", "loss_type", "TRL 1.16, SFTConfig.loss_type \"nll\"", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1 is computed in chunks"))},
    {"micro_batch", "8", "per_device_train_batch_size", "TRL 1.16, SFTConfig"},
    {"rollout.gpu_memory_utilization", "0.3", "vllm_gpu_memory_utilization", "TRL 1.16, GRPOConfig.vllm_gpu_memory_utilization"},
    {"rollout.sleep", "0", "vllm_enable_sleep_mode", "TRL 1.16, GRPOConfig.vllm_enable_sleep_mode", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1: off unless asked for; then at level 2"))},
    {"distillation.on_policy", "", "lmbda", "TRL 1.16, GKDConfig"},
    {"preference.precompute_batch", "", "precompute_ref_batch_size", "TRL 1.16, DPOConfig"},
    {"rollout.engine", "", "use_vllm", "TRL 1.16, GRPOConfig"},
    {"rollout.colocated", "", "vllm_mode", "TRL 1.16, GRPOConfig"},
    {"rollout.completion_length", "", "max_completion_length", "TRL 1.16, GRPOConfig"},
    {"rollout.generations", "", "num_generations", "TRL 1.16, GRPOConfig"},
    {"rollout.max_model_length", "", "vllm_max_model_length", "TRL 1.16, GRPOConfig"},
    {"rollout.tensor", "", "vllm_tensor_parallel_size", "TRL 1.16, GRPOConfig"},
    {"sequence_length", "1024", "max_length", "TRL 1.16, SFTConfig"},
    {"padded", "", "packing", "TRL 1.16, SFTConfig"},
    {"adapter.rank", "", "lora_r", "TRL 1.16, ModelConfig"},
    {"adapter.alpha", "", "lora_alpha", "TRL 1.16, ModelConfig"},
    {"adapter.dropout", "", "lora_dropout", "TRL 1.16, ModelConfig"},
    {"adapter.targets", "", "lora_target_modules", "TRL 1.16, ModelConfig"},
    {"adapter.target_parameters", "", "lora_target_parameters", "TRL 1.16, ModelConfig"},
    {"adapter.modules_to_save", "", "lora_modules_to_save", "TRL 1.16, ModelConfig"},
    {"adapter.dora", "", "use_dora", "TRL 1.16, ModelConfig"},
    {"adapter.rslora", "", "use_rslora", "TRL 1.16, ModelConfig"},
    {"method", "", "use_peft", "TRL 1.16, ModelConfig"},
    {"weights.double_quant", "", "use_bnb_nested_quant", "TRL 1.16, ModelConfig"},
};

/// generation/vllm_generation.py, VLLMGeneration._init_vllm; grpo_trainer.py: max_num_seqs.
constexpr ColocatedEngine trl_engine{
    .source = "trl 1.16 generation/vllm_generation.py",
    .batch = [](Count, Count) -> Count { return 4096; },
    .models_context = true,
    .processes_logits = true,
};

constexpr LibraryUse trl_libraries[] = {{"trl"}};

// What is TRL's on the way from the model to its log.
using namespace step;

/// TRL 1.16 trainer/utils.py, entropy_from_logits in chunks of 128 rows.
void entropy_from_logits(Machine &m, const Tensor &logits)
{
    constexpr Count chunk = 128;
    const Count rows = logits.shape().rows(), vocabulary = logits.shape().last();
    std::vector<Tensor> entropies;
    Tensor log_probabilities; // the loop's name: the next stands before this one goes
    for (Count start = 0; start < rows; start += chunk) {
        const Count n = std::min(chunk, rows - start);
        log_probabilities = m.empty({n, vocabulary}, logits.dtype(), "log_softmax");
        Tensor probabilities = m.empty({n, vocabulary}, logits.dtype(), "exp");
        const Tensor product = m.empty({n, vocabulary}, logits.dtype(), "mul");
        probabilities.reset();
        entropies.push_back(m.empty({n}, logits.dtype(), "entropy"));
    }
    const Tensor entropy = m.empty({rows}, logits.dtype(), "cat");
}

/// TRL's loss_type "nll": entropy (since 0.22) and token accuracy (since 0.15) of the model's logits, without gradients.
void log_whole_logits(Machine &m, const Tensor &logits, const Plan &plan)
{
    if (older_of(plan).logs_no_accuracy) return; // neither was logged
    if (!older_of(plan).logs_no_entropy) entropy_from_logits(m, logits);
    const Shape &shape = logits.shape();
    const Count vocabulary = shape.last();
    const Count batch = shape.size[0], scored = shape.size[1] - 1;
    Tensor shifted = logits;
    if (batch > 1) shifted = m.empty({batch, scored, vocabulary}, logits.dtype(), "contiguous");
    const Tensor labels = m.empty({batch, scored}, Dtype::int64, "shift_labels");
    const Tensor predictions = m.empty({batch, scored}, Dtype::int64, "argmax");
}

/// trainer/utils.py, peft_module_casting_to_bf16 before 0.26: embeddings and head of a 4-bit model, float32 since its preparation,
/// become bf16 beside adapters; ORPO's and CPO's trainers still call it.
void cast_embeddings_of_4bit(Machine &m, Decoder &decoder, const Plan &plan)
{
    const bool four_bit = is_bitsandbytes_4bit(plan.weights.quant);
    const bool calls = older_of(plan).casts_embeddings_of_4bit || objective_of(plan).whole_logits;
    if (four_bit && plan.autocast == Autocast::bf16 && calls) decoder.cast_embeddings(m, Dtype::bf16);
}

/// trainer/utils.py, create_model_from_path, since 0.22.
bool loads_named_class(const Plan &plan) { return !older_of(plan).loads_text_model; }

/// Of engines beside the training, and of models whose own loss is more than that of tokens.
std::optional<Error> refused_by_trl(const Plan &plan, const Architecture &architecture)
{
    if (auto error = refused_groups_of_ranks(plan, "trl 1.16")) return error;
    if (auto error = refused_8_bit_engine(plan, "trl 1.16")) return error;
    if (auto error = refused_generations(plan)) return error;
    if (auto error = refused_teacher(plan, architecture)) return error;
    const DecoderExtension *more = architecture.decoder->extension.get();
    if (!more || more->no_tiled_loss.empty() || plan.loss.kind == LossKind::full) return std::nullopt;
    // what nothing in the configuration helps is of a language model that is built alone (Mllama's), not of one inside the class that
    // the file names
    if (more->tiled_loss_with.empty() && !more->whole_class.empty() && loads_named_class(plan)) return std::nullopt;
    const std::string accepted =
        more->tiled_loss_with.empty()
            ? std::string("full")
            : phrase(QT_TRANSLATE_NOOP("core", "%1 (or %2 in the configuration)"), {"full", more->tiled_loss_with});
    return Error{"loss.kind", std::string(name_of(plan.loss.kind)), accepted, more->no_tiled_loss};
}

} // namespace

constinit const Runner stacks::trl{
    .name = "trl",
    .base = &stacks::transformers,
    .defaults = trl_defaults,
    .library = &libraries::trl,
    .libraries = trl_libraries,
    // trl/trainer/sft_trainer.py, compute_loss: use_cache=False goes with the batch, which reaches the model inside
    .loop = {.tells_no_cache = true, .scales_gradients = true, .log_logits = log_whole_logits},
    .losses = {.tiled = step::trl_fused_head_loss, .whole = step::trl_whole_pairs_loss},
    .models = {.loads_named_class = loads_named_class,
               .loads_onto_card = true, // create_model_from_path: device_map "auto"
               .after_adapters = cast_embeddings_of_4bit},
    .refuses = refused_by_trl,
    // trainer/sft_trainer.py, DataCollatorForVisionLanguageModeling: "images" of a row, and nothing of videos
    .stand_in = {{QT_TRANSLATE_NOOP("core",
                                    "%1: its own collator hands pictures over and no videos, which a collator of one's own "
                                    "has to."),
                  "stack trl"},
                 [](const Plan &plan) { return plan.video.per_row > 0; }},
    .spread = &spread_of_trainers,
    .measured_pairs = true, // its DPOTrainer was run
    .beside = &trl_engine,
};

} // namespace plimsoll
