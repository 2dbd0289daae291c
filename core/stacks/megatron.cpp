// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runner/common_rows.h"
#include "core/stacks/stacks.h"

namespace plimsoll {

namespace {

// Common knowledge of the project.
constexpr Default defaults[] = {
    {"weights.dtype", "bf16", "--bf16", "Megatron-LM, --bf16"},
    {"gradient_checkpointing", "false", "--recompute-activations", "Megatron-LM", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1 recomputes only with %2"), "--recompute-activations")},
    {"optimizer.name", "adamw", "--optimizer", "Megatron-LM, --optimizer adam", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1 decouples weight decay"))},
    {"optimizer.implementation", "fused", "", "Megatron-LM, FusedAdam"},
    {"attention", "flash2", "--attention-backend", "Megatron-LM", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1, %2's flash attention"), "Transformer Engine")},
    {"micro_batch", "", "--micro-batch-size", "Megatron-LM"},
    {"sequence_length", "", "--seq-length", "Megatron-LM"},
    {"max_grad_norm", "", "--clip-grad", "Megatron-LM"},
    {"parallel.tensor", "", "--tensor-model-parallel-size", "Megatron-LM"},
    {"parallel.pipeline", "", "--pipeline-model-parallel-size", "Megatron-LM"},
    {"parallel.context", "", "--context-parallel-size", "Megatron-LM"},
    {"parallel.expert", "", "--expert-model-parallel-size", "Megatron-LM"},
    {"parallel.sequence", "", "--sequence-parallel", "Megatron-LM"},
};

constexpr Read read[] = {reads::whole_model_trains, reads::trainer_drops_outputs};

} // namespace

constinit const Runner stacks::megatron{
    .name = "megatron",
    .base = &training_step,
    .defaults = defaults,
    .own_keys = true,
    .reads = read,
    .loop = {.spreads = ParallelEngine::megatron},
    .models = {.own = true},
    .stand_in = {{QT_TRANSLATE_NOOP("core",
                                    "%1: its defaults, as commonly known and not checked against its current release, in the "
                                    "training loop of %2; kernels of its own are not simulated."),
                  "stack megatron", "transformers"}},
};

} // namespace plimsoll
