// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapters.h"
#include "core/objectives/objectives.h"
#include "core/optimizers/optimizers.h"
#include "core/plan/names.h"
#include "core/plan/recomputed_modules.h"
#include "core/runner/common_rows.h"

namespace plimsoll {

namespace {

using enum Effect;

bool keeps_operations(const Plan &plan) { return plan.gradient_checkpointing.selective == costly_operations; }
bool recomputes_modules(const Plan &plan) { return lists_modules(plan.gradient_checkpointing); }
bool on_one_card(const Plan &plan) { return plan.parallel.tensor * plan.parallel.pipeline <= 1; }
bool no_target(const Plan &plan) { return plan.target.empty(); }
bool nothing_to_order(const Plan &plan) { return plan.target.gpus.empty() || !plan.target.budget_bytes; }
bool not_four_bit(const Plan &plan) { return plan.weights.quant != "nf4" && plan.weights.quant != "fp4"; }
bool trains_whole(const Plan &plan) { return plan.method == Method::full; }
bool trains_adapter(const Plan &plan) { return plan.method != Method::full; }
bool has_no_rank(const Plan &plan) { return method_of(plan.adapter).rank_key.empty(); }
bool folds_nothing(const Plan &plan) { return !method_of(plan.adapter).folds_parameters; }
bool in_one_form(const Plan &plan) { return kind_of(plan.optimizer).forms == OptimizerForms::one; }
bool projects_nothing(const Plan &plan) { return !kind_of(plan.optimizer).projects; }
bool leaves_no_gradients(const Plan &plan) { return steps_in_backward(plan.optimizer); }
bool has_no_step(const Plan &plan) { return kind_of(plan.optimizer).in_backward; }
bool sees_nothing(const Plan &plan) { return plan.images.per_row == 0 && plan.audio.per_row == 0; }
bool has_no_labels(const Plan &plan)
{
    const ObjectiveKind &aim = objective_of(plan);
    return aim.head != ObjectiveHead::score || aim.rows > 1; // of pairs one number is compared
}
bool reads_no_more_than_text(const Plan &plan) { return !plan.reads_beside_text(); }
bool shows_nothing(const Plan &plan) { return plan.video.per_row == 0; }
bool counts_frames(const Plan &plan) { return plan.video.frames.has_value(); }
bool caches_no_gradients(const Plan &plan) { return !objective_of(plan).caches_gradients; }
bool reads_texts_at_once(const Plan &plan) { return objective_of(plan).head != ObjectiveHead::none || plan.loss.mini_batch; }
bool hears_nothing(const Plan &plan) { return plan.audio.per_row == 0 && plan.images.per_row == 0; }
bool generates_nothing(const Plan &plan) { return !kind_of(plan.objective).generates; }
bool tells_no_lengths(const Plan &plan) { return !plan.rollout.prompt_length || !plan.rollout.completion_length; }
bool compares_no_logits(const Plan &plan) { return !kind_of(plan.objective).whole_logits; }
bool prefers_alone(const Plan &plan) { return kind_of(plan.objective).generates || kind_of(plan.objective).residents == nullptr; }
bool precomputes_nothing(const Plan &plan) { return prefers_alone(plan) || plan.preference.reference != HeldAs::precomputed; }
/// Online pairs are generated, and held against a reference as others are.
bool holds_no_preferred(const Plan &plan) { return prefers_alone(plan) && !kind_of(plan.objective).pairs_completions; }
bool scores_whole_rows(const Plan &plan) { return prefers_alone(plan) || plan.loss.kind == LossKind::full; }
bool makes_no_logits(const Plan &plan) { return kind_of(plan.objective).head != ObjectiveHead::language; }
constexpr bool is_chosen(Engine engine) { return engine != Engine{}; } // else transformers' own generate()
bool generates_itself(const Plan &plan) { return !is_chosen(plan.rollout.engine); }
bool generates_elsewhere(const Plan &plan) { return !plan.rollout.colocated; }
bool teaches_nothing(const Plan &plan) { return kind_of(plan.objective).teaching == Teaching::none; }
bool rewards_nothing(const Plan &plan) { return !teaches_nothing(plan); }
bool weighs_no_reference(const Plan &plan) { return !kind_of(plan.objective).beta; }
bool asks_no_reference(const Plan &plan) { return plan.rollout.beta.value_or(kind_of(plan.objective).beta.value_or(0)) == 0.0; }
bool makes_no_chunks(const Plan &plan) { return plan.loss.kind != LossKind::chunked && plan.loss.kind != LossKind::auto_; }
bool counts_micro_batches(const Plan &plan) { return plan.parallel.pipeline > 1 && plan.parallel.micro_batches; }
/// Where bytes of packed weights are cut, their storage's dtype decides whether they can be.
bool cuts_nothing_packed(const Plan &plan)
{
    const auto engine = plan.parallel.engine;
    return engine != ParallelEngine::fsdp1 && engine != ParallelEngine::fsdp2 &&
           (engine != ParallelEngine::deepspeed || plan.parallel.zero < 3);
}
bool engine_casts_adapters(const Plan &plan)
{
    return plan.parallel.engine == ParallelEngine::deepspeed && plan.autocast != Autocast::none;
}

// Where no stack decides.
constexpr Default own_defaults[] = {
    {"weights.dtype", "checkpoint", "", "", When::always, says(QT_TRANSLATE_NOOP("core", "the configuration's own"))},
    {"micro_batch", "1", "", "Plimsoll", When::always, says(QT_TRANSLATE_NOOP("core", "%1's own: the smallest"))},
    {"sequence_length", "2048", "", "Plimsoll", When::always, says(QT_TRANSLATE_NOOP("core", "%1's own"))},
    {"loss.kind", "full", "", "Plimsoll", When::always, says(QT_TRANSLATE_NOOP("core", "%1's own: logits whole"))},
    {"autocast", "none", "", "Plimsoll", When::always, says(QT_TRANSLATE_NOOP("core", "%1's own"))},
    {"adapter.dtype", "fp32", "", "Plimsoll", When::always, says(QT_TRANSLATE_NOOP("core", "%1's own"))},
    {"optimizer.implementation", "foreach", "", "torch 2.15", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1, optimizers default to %2 on %3"), "foreach", "CUDA")},
    {"inference.context", "4096", "", "Plimsoll", When::always, says(QT_TRANSLATE_NOOP("core", "%1's own"))},
    {"inference.new_tokens", "1024", "", "transformers 5.23 cli/serving/utils.py", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1: %2 generates 1,024 tokens where a request names no number"), "transformers serve")},
};

// Of every run.
constexpr Read common[] = {
    {"name", counts},
    {"model", counts},
    {"task", counts},
    {"stack", depends},
    {"weights.double_quant",
     none,
     {QT_TRANSLATE_NOOP("core", "only %1 and %2 have scales to pack again"), "nf4", "fp4"},
     {},
     not_four_bit},
    {"weights.quantize_moe_experts",
     none,
     {QT_TRANSLATE_NOOP("core", "only %1 with %2 reads it"), "stack axolotl", "bitsandbytes"}},
    {"weights.quant_storage", none, {QT_TRANSLATE_NOOP("core", "only %1 and %2 have one"), "nf4", "fp4"}, {}, not_four_bit},
    {"weights.quant_storage",
     none,
     {QT_TRANSLATE_NOOP("core", "the bytes are the same, and nothing that is packed is cut")},
     {},
     cuts_nothing_packed},
    {"weights.upcast_norms", none, {QT_TRANSLATE_NOOP("core", "only %1 reads it"), "stack llama-factory"}},
    {"weights.", depends},
    {"num_labels", none, {QT_TRANSLATE_NOOP("core", "this objective's head tells no classes apart")}, {}, has_no_labels},
    {"num_labels", depends},
    {"images.per_row", depends},
    {"images.tower",
     none,
     {QT_TRANSLATE_NOOP("core", "no pictures stand in a row (%1)"), "images.per_row"},
     {},
     reads_no_more_than_text},
    {"images.tower", depends},
    {"images.tower_checkpointing",
     none,
     {QT_TRANSLATE_NOOP("core", "no pictures stand in a row (%1)"), "images.per_row"},
     {},
     reads_no_more_than_text},
    {"images.tower_checkpointing", depends},
    {"images.projector",
     none,
     {QT_TRANSLATE_NOOP("core", "no pictures stand in a row (%1)"), "images.per_row"},
     {},
     reads_no_more_than_text},
    {"images.projector", depends},
    {"images.", none, {QT_TRANSLATE_NOOP("core", "no pictures stand in a row (%1)"), "images.per_row"}, {}, sees_nothing},
    {"images.", depends},
    {"audio.per_row", depends},
    {"audio.", none, {QT_TRANSLATE_NOOP("core", "no clips stand in a row (%1)"), "audio.per_row"}, {}, hears_nothing},
    {"audio.", depends},
    {"video.per_row", depends},
    {"video.", none, {QT_TRANSLATE_NOOP("core", "no videos stand in a row (%1)"), "video.per_row"}, {}, shows_nothing},
    {"video.seconds", none, {QT_TRANSLATE_NOOP("core", "%1 names a number"), "video.frames"}, {}, counts_frames},
    {"video.fps", none, {QT_TRANSLATE_NOOP("core", "%1 names a number"), "video.frames"}, {}, counts_frames},
    {"video.max_frames", none, {QT_TRANSLATE_NOOP("core", "%1 names a number"), "video.frames"}, {}, counts_frames},
    {"video.", depends},
    {"kernels", depends},
    {"attention", depends},
    {"compile", counts},
    {"allocator.", depends},
    {"target.reserve_fraction", none, {QT_TRANSLATE_NOOP("core", "no card and no budget is named")}, {}, no_target},
    {"target.budget_first",
     none,
     {QT_TRANSLATE_NOOP("core", "it orders a card and a budget, and not both are named")},
     {},
     nothing_to_order},
    {"target.", counts},
};
constexpr Why scale{QT_TRANSLATE_NOOP("core", "a scale takes no memory")};
constexpr Why train_generates{QT_TRANSLATE_NOOP("core", "%1 generates nothing"), "task train"};
constexpr Why train_captures{QT_TRANSLATE_NOOP("core", "%1 captures nothing"), "task train"};

constexpr Why passes_decide{QT_TRANSLATE_NOOP("core", "%1 says what a pass takes"), "sequence_length"};

constexpr Why tells_no_completions{QT_TRANSLATE_NOOP("core", "completions are generated where %1 and %2 are stated"),
                                   "rollout.prompt_length", "rollout.completion_length"};
constexpr Why beside_trainer{QT_TRANSLATE_NOOP("core", "the engine stands on the cards that train: %1 puts it on others"),
                             "rollout.colocated false"};
constexpr Why no_reference{QT_TRANSLATE_NOOP("core", "this objective holds its rows against no other model")};
constexpr Why rewards_no_rows{QT_TRANSLATE_NOOP("core", "what a teacher answers is not rewarded")};
constexpr Why learns_from_nobody{QT_TRANSLATE_NOOP("core", "only %1 and %2 learn from a teacher"), "objective gkd",
                                 "distillation"};
constexpr Why only_lora{QT_TRANSLATE_NOOP("core", "only %1 reads it"), "LoRA"};

// Of every training step.
constexpr Read training[] = {
    {"method", counts},
    {"objective", counts, {}, {}, makes_no_logits},
    {"objective", depends},
    {"micro_batch", counts},
    {"sequence_length", counts},
    {"gradient_accumulation",
     none,
     {QT_TRANSLATE_NOOP("core", "%1 says how many there are in a step of the pipeline"), "parallel.micro_batches"},
     {},
     counts_micro_batches},
    {"gradient_accumulation", depends},
    {"padded", depends},
    {"autocast", depends},
    {"compute_dtype", depends, {QT_TRANSLATE_NOOP("core", "it counts in times alone")}},
    {"gradient_checkpointing",
     refused,
     {QT_TRANSLATE_NOOP("core", "only %1 keeps results operation by operation"), "stack torchtitan"},
     R"(true | false | {"selective":"attention"} | {"selective":"mlp"})",
     keeps_operations},
    {"gradient_checkpointing",
     refused,
     {QT_TRANSLATE_NOOP("core", "only %1 over several ranks recomputes modules of a layer by name"), "stack megatron"},
     R"(true | false | {"selective":"attention"} | {"selective":"mlp"})",
     recomputes_modules},
    {"gradient_checkpointing", depends},
    {"adapter.", none, {QT_TRANSLATE_NOOP("core", "%1 has no adapter"), "method full"}, {}, trains_whole},
    {"adapter.type", counts},
    {"adapter.rank", none, {QT_TRANSLATE_NOOP("core", "this adapter has none")}, {}, has_no_rank},
    {"adapter.dora", none, only_lora, {}, folds_nothing},
    {"adapter.target_parameters", none, only_lora, {}, folds_nothing},
    {"adapter.alpha", depends, scale},
    {"adapter.rslora", depends, scale},
    {"adapter.dtype",
     none,
     {QT_TRANSLATE_NOOP("core", "%1 casts all of a model to what it computes in"), "DeepSpeed"},
     {},
     engine_casts_adapters},
    {"adapter.", depends},
    {"kbit_prepare",
     none,
     {QT_TRANSLATE_NOOP("core", "%2 is not for %1: it freezes every parameter (%3)"), "method full",
      "prepare_model_for_kbit_training", "PEFT 0.21, utils/other.py"},
     {},
     trains_whole},
    {"kbit_prepare", depends},
    {"lora_kernels", none, {QT_TRANSLATE_NOOP("core", "only %1 reads it"), "stack axolotl"}},
    {"trainable",
     none,
     {QT_TRANSLATE_NOOP("core", "beside adapters the model's own parameters are frozen; what trains whole stands in %1"),
      "adapter.modules_to_save"},
     {},
     trains_adapter},
    {"trainable", depends},
    {"optimizer.implementation",
     none,
     {QT_TRANSLATE_NOOP("core", "%1 has one form of this optimizer"), "the stack"},
     {},
     in_one_form},
    {"optimizer.targets", none, {QT_TRANSLATE_NOOP("core", "this optimizer projects no gradients")}, {}, projects_nothing},
    {"optimizer.rank", none, {QT_TRANSLATE_NOOP("core", "this optimizer projects no gradients")}, {}, projects_nothing},
    {"optimizer.in_backward", none, {QT_TRANSLATE_NOOP("core", "this optimizer steps nowhere else")}, {}, has_no_step},
    {"optimizer.", depends},
    {"max_grad_norm",
     depends,
     {QT_TRANSLATE_NOOP("core", "%1 leaves no gradients to clip"), "optimizer.in_backward"},
     {},
     leaves_no_gradients},
    {"max_grad_norm", depends, reads::norms_take_less},
    {"loss.chunk",
     none,
     {QT_TRANSLATE_NOOP("core", "only %1 and %2 take chunks of this length"), "loss.kind chunked", "auto"},
     {},
     makes_no_chunks},
    {"loss.mini_batch",
     none,
     {QT_TRANSLATE_NOOP("core", "only losses of %1 and %2 run a batch in parts"), "objective embedding", "reranker"},
     {},
     caches_no_gradients},
    {"loss.mini_batch", depends, {QT_TRANSLATE_NOOP("core", "a part of the batch takes less than what stands anyway")}},
    {"loss.texts",
     none,
     {QT_TRANSLATE_NOOP("core", "only losses of %1 that run a batch whole read texts one after the other"),
      "objective embedding"},
     {},
     reads_texts_at_once},
    {"loss.texts", depends, {QT_TRANSLATE_NOOP("core", "what a pass computes takes less than what stands anyway")}},
    {"loss.", depends},
    {"evaluation.", depends, {QT_TRANSLATE_NOOP("core", "evaluating takes less than training")}},
    {"rollout.", none, {QT_TRANSLATE_NOOP("core", "this objective generates no completions")}, {}, generates_nothing},
    {"rollout.engine", counts},
    {"rollout.prompt_length", depends, passes_decide},
    {"rollout.completion_length", depends, passes_decide},
    {"rollout.steps_per_generation", none, tells_no_completions, {}, tells_no_lengths},
    {"rollout.steps_per_generation", depends, {QT_TRANSLATE_NOOP("core", "generating takes less than training")}},
    {"rollout.micro_batch_size", depends, {QT_TRANSLATE_NOOP("core", "a pass without gradients takes less than training")}},
    {"rollout.iterations", none, tells_no_completions, {}, tells_no_lengths},
    {"rollout.iterations", depends, {QT_TRANSLATE_NOOP("core", "one pass more without gradients takes less than training")}},
    {"rollout.beta", none, no_reference, {}, weighs_no_reference},
    {"rollout.beta", counts},
    {"rollout.reference", none, no_reference, {}, weighs_no_reference},
    {"rollout.reference",
     none,
     {QT_TRANSLATE_NOOP("core", "no reference is asked where %1 is 0"), "rollout.beta"},
     {},
     asks_no_reference},
    {"rollout.reference", counts},
    {"rollout.reward_models", none, rewards_no_rows, {}, rewards_nothing},
    {"rollout.reward_models", counts},
    {"rollout.generations",
     none,
     {QT_TRANSLATE_NOOP("core", "%1 says how many rows a pass has"), "micro_batch"},
     {},
     generates_itself},
    {"rollout.generations",
     none,
     {QT_TRANSLATE_NOOP("core", "%1 says how many rows a pass has"), "micro_batch"},
     {},
     generates_elsewhere},
    {"rollout.generations", depends, {QT_TRANSLATE_NOOP("core", "completions of one prompt are read as one")}},
    {"rollout.", none, {QT_TRANSLATE_NOOP("core", "the model that trains generates itself")}, {}, generates_itself},
    {"rollout.colocated", counts},
    {"rollout.sleep", none, {QT_TRANSLATE_NOOP("core", "an engine on cards of its own stays awake")}, {}, generates_elsewhere},
    {"rollout.offload_trainer",
     none,
     {QT_TRANSLATE_NOOP("core", "no engine generates on the cards that train")},
     {},
     generates_elsewhere},
    {"rollout.", counts, {}, {}, generates_elsewhere}, // of its own answer
    {"rollout.engines", none, beside_trainer},
    {"rollout.gpus", none, beside_trainer},
    {"rollout.gpu_memory_utilization", counts},
    {"rollout.sleep", counts},
    {"rollout.offload_trainer", counts},
    {"rollout.", depends, {QT_TRANSLATE_NOOP("core", "the engine takes its share whatever it makes of it")}},
    {"preference.prompt_length",
     none,
     {QT_TRANSLATE_NOOP("core", "the head scores every token of a row")},
     {},
     scores_whole_rows},
    {"preference.prompt_length", depends, {QT_TRANSLATE_NOOP("core", "the head takes less than the layers")}},
    {"preference.reference", none, no_reference, {}, holds_no_preferred},
    {"preference.reference", depends},
    {"preference.precompute_batch",
     none,
     {QT_TRANSLATE_NOOP("core", "only %1 is computed before the training"), "preference.reference precomputed"},
     {},
     precomputes_nothing},
    {"preference.precompute_batch",
     depends,
     {QT_TRANSLATE_NOOP("core", "one pass without gradients, before there is an optimizer, takes less than training")}},
    {"preference.loss_type", none, {QT_TRANSLATE_NOOP("core", "losses of pairs are arithmetic on vectors of tokens")}},
    {"preference.nll",
     none,
     {QT_TRANSLATE_NOOP("core", "only %1 and %2 have this term"), "objective orpo", "cpo"},
     {},
     compares_no_logits},
    {"preference.nll", depends},
    {"distillation.", none, learns_from_nobody, {}, teaches_nothing},
    {"distillation.teacher", counts},
    {"distillation.on_policy", depends, {QT_TRANSLATE_NOOP("core", "rows are as long whoever writes them")}},
    {"inference.", none, train_generates},
    {"extract.", none, train_captures},
};
constexpr Why call_trains{QT_TRANSLATE_NOOP("core", "nothing is trained")};

// Of what runs a model without training it.
constexpr Read calls[] = {
    {"method", none, call_trains},
    {"objective", none, call_trains},
    {"rollout.", none, call_trains},
    {"preference.", none, call_trains},
    {"distillation.", none, call_trains},
    {"adapter.", none, call_trains},
    {"optimizer.", none, call_trains},
    {"trainable", none, call_trains},
    {"kbit_prepare", none, call_trains},
    {"lora_kernels", none, call_trains},
    {"max_grad_norm", none, call_trains},
    {"gradient_accumulation", none, call_trains},
    {"gradient_checkpointing", none, call_trains},
    {"keep_outputs", none, call_trains},
    {"evaluation.", none, call_trains},
    {"loss.", none, call_trains},
    {"compute_dtype", none, call_trains},
    {"autocast", depends},
    {"padded", none, {QT_TRANSLATE_NOOP("core", "the masks that padding adds to a call are not simulated")}},
};

// Of engines that claim memory at their start.
constexpr Read starts[] = {
    {"micro_batch", none, reads::rows_of_inference},
    {"sequence_length", none, reads::rows_of_inference},
    {"extract.", none, reads::captures_nothing},
    {"attention", none, reads::own_kernels},
    {"autocast", none, reads::no_autocast},
    {"allocator.", none, reads::own_memory},
    {"inference.new_tokens", none, reads::whole_context},
    {"inference.assistant", none, reads::transformers_assistant},
    {"inference.cache", none, reads::transformers_caches},
    {"inference.engine", counts},
    {"inference.context", counts},
    {"inference.sequences", counts},
    {"inference.kv_cache_memory_bytes", none, reads::vllm_alone},
    {"inference.num_gpu_blocks_override", none, reads::vllm_alone},
    {"inference.max_total_tokens", none, reads::sglang_alone},
    {"inference.max_mamba_cache_size", none, reads::sglang_alone},
    {"inference.mamba_cache_dtype", none, reads::vllm_alone},
    {"inference.mamba_ssm_cache_dtype", none, reads::vllm_and_sglang_alone},
    {"inference.cpu_offload_bytes", none, reads::vllm_and_sglang_alone},
    {"inference.fit", none, reads::llama_cpp_alone},
    {"inference.cache_ram_bytes", none, reads::llama_cpp_alone},
    {"inference.mmproj", none, reads::llama_cpp_alone},
    {"inference.mmproj_offload", none, reads::llama_cpp_alone},
    {"inference.speculative.gpu_layers", none, reads::llama_cpp_alone},
    {"inference.speculative.kv_dtype", none, reads::llama_cpp_alone},
    {"inference.images.", none, reads::vllm_alone},
    {"inference.sleep.", none, reads::vllm_alone},
    {"inference.logprobs_mode", none, reads::vllm_alone},
    {"inference.lora.dtype", none, reads::vllm_alone},
    {"inference.lora.targets", none, reads::vllm_alone},
    {"inference.speculative.draft_sample_method", none, reads::vllm_alone},
    {"inference.", depends},
    {"parallel.pipeline", counts},
};

constexpr Why not_split_so{QT_TRANSLATE_NOOP("core", "this split of an engine's memory is not simulated")};

// Of those that take a share of the card.
constexpr Read shares[] = {
    {"inference.gpu_layers", none, reads::llama_cpp_alone},
    {"inference.flash_attention", none, reads::llama_cpp_alone},
    {"inference.host_experts", none, reads::llama_cpp_alone},
    {"parallel.tensor", counts},
    {"parallel.topology", none, {QT_TRANSLATE_NOOP("core", "one card serves and sends to none")}, {}, on_one_card},
    {"parallel.topology", counts}, // in times
    {"parallel.expert", depends},
    {"parallel.data", counts},
    {"parallel.context", refused, not_split_so, "1"},
};
} // namespace

constinit const Runner any_training{.base = &spread_step, .defaults = own_defaults, .reads = common};
constinit const Runner any_call{.base = &whole_call, .defaults = own_defaults, .reads = common};
constinit const Runner training_step{.base = &any_training, .reads = training};
constinit const Runner forward_call{.base = &any_call, .reads = calls};
constinit const Runner engine_start{.base = &forward_call, .reads = starts};
constinit const Runner share_of_card{.base = &engine_start, .reads = shares};

std::string_view computing_dtype(const Plan &plan)
{
    if (plan.autocast != Autocast::none) return name_of(plan.autocast);
    return name_of(plan.weights.dtype);
}

} // namespace plimsoll
