// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/recomputed_modules.h"
#include "core/runner/common_rows.h"
#include "core/stacks/stacks.h"

namespace plimsoll {

namespace {

// Common knowledge of the project.
constexpr Default megatron_defaults[] = {
    {"weights.dtype", "bf16", "--bf16", "Megatron-LM, --bf16"},
    {"gradient_checkpointing", "false", "--recompute-granularity full", "Megatron-LM", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1 recomputes only with %2"), "--recompute-granularity full")},
    {"loss.kind", "full", "--cross-entropy-loss-fusion", "Megatron-LM d98e8a6, core/model_parallel_config.py"},
    {"optimizer.name", "adamw", "--optimizer", "Megatron-LM, --optimizer adam", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1 decouples weight decay"))},
    {"optimizer.implementation", "fused", "", "Megatron-LM, FusedAdam"},
    {"attention", "flash2", "--attention-backend", "Megatron-LM", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1, %2's flash attention"), "Transformer Engine")},
    {"evaluation.micro_batch", "0", "--eval-micro-batch-size", "Megatron-LM d98e8a6, megatron/training/training.py, evaluate()",
     When::always, says(QT_TRANSLATE_NOOP("core", "%1: micro-batches of the training's size"))},
    {"adapter.targets", "all-linear", "--target_modules", "ms-swift 4.6 megatron/arguments, target_modules"},
    {"adapter.rank", "8", "--lora_rank", "ms-swift 4.6 megatron/arguments, lora_rank"},
    {"adapter.alpha", "32", "--lora_alpha", "ms-swift 4.6 megatron/arguments, lora_alpha"},
    {"adapter.dtype", "bf16", "", "ms-swift 4.6 megatron", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1 makes adapters in the dtype of the model"))},
    {"micro_batch", "", "--micro-batch-size", "Megatron-LM"},
    {"sequence_length", "", "--seq-length", "Megatron-LM"},
    {"max_grad_norm", "", "--clip-grad", "Megatron-LM"},
    {"parallel.tensor", "", "--tensor-model-parallel-size", "Megatron-LM"},
    {"parallel.pipeline", "", "--pipeline-model-parallel-size", "Megatron-LM"},
    {"parallel.context", "", "--context-parallel-size", "Megatron-LM"},
    {"parallel.expert", "", "--expert-model-parallel-size", "Megatron-LM"},
    {"parallel.sequence", "", "--sequence-parallel", "Megatron-LM"},
    {"parallel.mtp_num_layers", "", "--mtp-num-layers", "Megatron-LM"},
};

bool over_ranks(const Plan &plan) { return plan.parallel.engine == ParallelEngine::megatron; }
bool adapts_over_ranks(const Plan &plan) { return over_ranks(plan) && plan.trains_adapter() && !plan.adapter.settings.empty(); }
bool recomputes_otherwise(const Checkpointing &checkpointing)
{
    const bool modules = checkpointing.selective.empty() || checkpointing.selective == "mlp" || lists_modules(checkpointing);
    return checkpointing.offload || checkpointing.offload_activations || !modules;
}
bool recomputes_parts(const Plan &plan) { return over_ranks(plan) && !plan.gradient_checkpointing.selective.empty(); }

// Over several ranks the step is Megatron-LM's own (core/parallel/megatron_step.h): what it does not have is refused, what it does
// not read is said. Megatron-LM d98e8a6, megatron/training/arguments.py and megatron/core.
constexpr Read megatron_read[] = {
    reads::whole_model_trains,
    reads::trainer_drops_outputs,
    {"method",
     Effect::refused,
     {QT_TRANSLATE_NOOP("core", "adapters on quantised weights are not %1's"), "Megatron-LM"},
     "full | lora",
     over_ranks},
    {"objective", Effect::refused, {QT_TRANSLATE_NOOP("core", "%1 has no pairs"), "Megatron-LM"}, "sft", over_ranks},
    {"adapter.settings",
     Effect::refused,
     {QT_TRANSLATE_NOOP("core", "adapters of one rank on all matrices of a kind are simulated")},
     "{}",
     adapts_over_ranks},
    {"weights.quant",
     Effect::refused,
     {QT_TRANSLATE_NOOP("core", "%1 trains weights of 16 or 32 bits"), "Megatron-LM"},
     "none",
     over_ranks},
    {"autocast", Effect::none, {QT_TRANSLATE_NOOP("core", "the engine computes in %1"), "weights.dtype"}, {}, over_ranks},
    {"padded", Effect::none, {QT_TRANSLATE_NOOP("core", "its batches have rows of one length")}, {}, over_ranks},
    {"gradient_checkpointing",
     Effect::refused,
     {QT_TRANSLATE_NOOP("core", "%1, of so many layers at once, %2 or nothing is simulated"),
      "--recompute-granularity full --recompute-method uniform", "--recompute-modules"},
     R"(true | false | {"selective": ["core_attn", "mla_up_proj", "layernorm", "mlp", "moe", "moe_act", "shared_experts"]})",
     [](const Plan &plan) { return over_ranks(plan) && recomputes_otherwise(plan.gradient_checkpointing); }},
    {"gradient_checkpointing", Effect::counts, {}, {}, recomputes_parts},
    {"attention",
     Effect::refused,
     {QT_TRANSLATE_NOOP("core", "scores that no fused kernel makes are not simulated (%1)"), "--attention-backend"},
     "flash2 | sdpa",
     over_ranks},
    {"loss.kind",
     Effect::refused,
     {QT_TRANSLATE_NOOP("core", "%1 makes its logits whole; %2 is %3"), "Megatron-LM", "fused_ce", "--cross-entropy-loss-fusion"},
     "full | fused_ce",
     over_ranks},
    {"optimizer.name",
     Effect::refused,
     {QT_TRANSLATE_NOOP("core", "what %1 holds for another one is not simulated"), "Megatron-LM"},
     "adamw | adam | sgd | sgd_momentum",
     over_ranks},
    {"optimizer.implementation",
     Effect::none,
     {QT_TRANSLATE_NOOP("core", "%1 has one form of this optimizer"), "Megatron-LM"},
     {},
     over_ranks},
    {"optimizer.in_backward",
     Effect::refused,
     {QT_TRANSLATE_NOOP("core", "%1 steps when all gradients are reduced"), "Megatron-LM"},
     "false",
     over_ranks},
    {"compile",
     Effect::refused,
     {QT_TRANSLATE_NOOP("core", "%1 does not compile its model"), "Megatron-LM"},
     "false",
     over_ranks},
    {"evaluation.",
     Effect::none,
     {QT_TRANSLATE_NOOP("core", "it evaluates micro-batches of the same size, which takes less than training")},
     {},
     over_ranks},
};

} // namespace

constinit const Runner stacks::megatron{
    .name = "megatron",
    .base = &training_step,
    .defaults = megatron_defaults,
    .own_keys = true,
    .reads = megatron_read,
    .loop = {.spreads = ParallelEngine::megatron},
    .models = {.own = true},
    .stand_in = {{QT_TRANSLATE_NOOP("core",
                                    "%1: its defaults, as commonly known and not checked against its current release, in the "
                                    "training loop of %2; kernels of its own are not simulated."),
                  "stack megatron", "transformers"},
                 [](const Plan &plan) { return !over_ranks(plan); }},
};

} // namespace plimsoll
