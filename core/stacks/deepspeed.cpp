// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runner/common_rows.h"
#include "core/stacks/stacks.h"

namespace plimsoll {

namespace {

// Its engine under transformers' Trainer: common knowledge of the project.
constexpr Default deepspeed_defaults[] = {
    {"micro_batch", "", "train_micro_batch_size_per_gpu", "DeepSpeed, configuration JSON"},
    {"gradient_accumulation", "", "gradient_accumulation_steps", "DeepSpeed, configuration JSON"},
    {"max_grad_norm", "", "gradient_clipping", "DeepSpeed, configuration JSON"},
    {"autocast", "", "bf16.enabled", "DeepSpeed, configuration JSON"},
    {"optimizer.name", "", "optimizer.type", "DeepSpeed, configuration JSON"},
    {"parallel.zero", "", "zero_optimization.stage", "DeepSpeed, configuration JSON"},
    {"parallel.offload", "", "zero_optimization.offload_optimizer.device", "DeepSpeed, configuration JSON"},
};

} // namespace

constinit const Runner stacks::deepspeed{
    .name = "deepspeed",
    .base = &stacks::transformers,
    .defaults = deepspeed_defaults,
    .own_keys = true,
    .loop = {.shards = ParallelEngine::deepspeed},
    .stand_in = {{QT_TRANSLATE_NOOP("core",
                                    "%1: its defaults, as commonly known and not checked against its current release, in the "
                                    "training loop of %2; kernels of its own are not simulated."),
                  "stack deepspeed", "transformers"}},
};

} // namespace plimsoll
