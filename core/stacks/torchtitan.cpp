// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runner/common_rows.h"
#include "core/stacks/stacks.h"
#include "core/stacks/torchtitan_model.h"

namespace plimsoll {

namespace {

// config/, components/optimizer, distributed/activation_checkpoint.py and models/llama3/config_registry.py.
constexpr Default torchtitan_defaults[] = {
    {"weights.dtype", "fp32", "training.dtype", "torchtitan 0.3, TrainingConfig.dtype"},
    {"autocast", "none", "", "torchtitan 0.3", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1: FSDP gathers parameters in %2"), "bfloat16")},
    {"gradient_checkpointing", "{\"selective\": \"operations\"}", "activation_checkpoint", "torchtitan 0.3, SelectiveAC"},
    {"optimizer.name", "adamw", "optimizer.name", "torchtitan 0.3, OptimizersContainer.Config.name"},
    {"optimizer.implementation", "fused", "optimizer.implementation", "torchtitan 0.3, OptimizersContainer.Config.implementation"},
    {"attention", "sdpa", "", "torchtitan 0.3, VarlenAttention", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1: %2's flash kernels over one document a row"), "torch")},
    {"max_grad_norm", "1", "training.max_norm", "torchtitan 0.3, TrainingConfig.max_norm"},
    {"keep_outputs", "false", "", "torchtitan 0.3, Trainer.forward_backward_step"},
    {"evaluation.micro_batch", "0", "", "torchtitan 0.3, Validator.Config.enable"},
    {"loss.kind", "chunked", "loss", "torchtitan 0.3, ChunkedLossWrapper"},
    {"micro_batch", "8", "training.local_batch_size", "torchtitan 0.3, TrainingConfig.local_batch_size"},
    {"sequence_length", "2048", "training.seq_len", "torchtitan 0.3, TrainingConfig.seq_len"},
    {"compile", "", "compile.enable", "torchtitan 0.3, CompileConfig"},
};

constexpr Read torchtitan_read[] = {
    {"gradient_checkpointing", Effect::depends},
    {"method", Effect::refused, {QT_TRANSLATE_NOOP("core", "%1 trains whole models here"), "torchtitan"}, "full", [](const Plan &plan) {
         return plan.method != Method::full;
     }},
    reads::keeps_outputs,
};

constexpr LibraryUse torchtitan_libraries[] = {{"torchtitan"}};

} // namespace

constinit const Runner stacks::torchtitan{
    .name = "torchtitan",
    .base = &training_step,
    .defaults = torchtitan_defaults,
    .own_keys = true,
    .reads = torchtitan_read,
    .libraries = torchtitan_libraries,
    .loop = {.trainer = false,
             .outputs = Outputs::dropped,
             .chooses_outputs = true,
             .tells_no_cache = true,
             .input_gradients = InputGradients::of_none,
             .one_form_of_sgd = false},
    .losses = {.chunked = step::torchtitan_chunked_loss},
    .models = {.own = true, .build = step::torchtitan_model},
    .spread = &spread_of_loops,
};

} // namespace plimsoll
