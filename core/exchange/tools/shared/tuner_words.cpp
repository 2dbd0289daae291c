// SPDX-License-Identifier: GPL-3.0-or-later
// Of LLaMA-Factory 0.9.6.dev0 and ms-swift 4.6.0: what both add to transformers' Trainer under the same names, Megatron's among them.
#include "core/exchange/tools/shared/tuner_words.h"

#include "core/exchange/tools/shared/shared_keys.h"
#include "core/exchange/tools/transformers/trainer_words.h"

namespace plimsoll {

namespace {

constexpr KeyRule tuner_rules[] = {
    {"packing", "padded", take_packing},
    {"gradient_checkpointing", "gradient_checkpointing"},
    {"gradient_checkpointing_kwargs", {}, take_section},
    {"gradient_checkpointing_kwargs.use_reentrant", "gradient_checkpointing"},
    {"use_galore", "optimizer.name"},
    {"galore_rank", "optimizer.rank"},
    {"tensor_model_parallel_size", "parallel.tensor"},
    {"pipeline_model_parallel_size", "parallel.pipeline"},
    {"expert_model_parallel_size", "parallel.expert"},
    {"context_parallel_size", "parallel.context"},
    {"virtual_pipeline_model_parallel_size", "parallel.virtual_stages"},
    {"sequence_parallel", "parallel.sequence"},
    {"use_distributed_optimizer", "parallel.zero"},
    {"recompute_granularity", "gradient_checkpointing"},
    {"recompute_method", "gradient_checkpointing"},
    {"recompute_num_layers", "gradient_checkpointing"},
};

} // namespace

constinit const ToolWords tuner_words{.title = "LLaMA-Factory, ms-swift", .rules = tuner_rules, .base = &trainer_words};

} // namespace plimsoll
