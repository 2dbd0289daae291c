// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resolve/runners.h"

#include "core/engines/engines.h"
#include "core/plan/releases.h"
#include "core/stacks/stacks.h"

#include <algorithm>

namespace plimsoll {

namespace {

using Engines = Registry<Runner, Engine>;

Engines &known_engines()
{
#define PLIMSOLL_LISTED(variable, name) &engines::variable,
    static Engines list{PLIMSOLL_ENGINES(PLIMSOLL_LISTED)};
#undef PLIMSOLL_LISTED
    return list;
}

} // namespace

const Runner &stack_of(const Plan &plan) { return stacks::of(plan); }
const Runner &engine_of(const Plan &plan) { return known_engines().of(plan.inference.engine); }

const Runner &runner_of(const Plan &plan)
{
    if (plan.task == Task::train) return stack_of(plan);
    return plan.task == Task::infer ? engine_of(plan) : engines::one_pass;
}

const std::vector<const Runner *> &all_stacks() { return stacks::all(); }
const std::vector<const Runner *> &all_engines() { return known_engines().all(); }

Stack add_stack(const Runner &stack) { return stacks::add(stack); }

Engine add_engine(const Runner &engine) { return known_engines().add(engine); }

const Read *read_of(std::string_view path, const Plan &plan) { return read_in(runner_of(plan), path, plan); }

bool may_be_refused(std::string_view path)
{
    const auto some = [path](const Runner *runner) { return may_refuse(*runner, path); };
    return std::ranges::any_of(stacks::all(), some) || std::ranges::any_of(known_engines().all(), some) ||
           some(&engines::one_pass);
}

std::optional<TakenDefault> default_for(std::string_view path, const Plan &plan)
{
    return default_in(stack_of(plan), path, plan);
}

bool runs_own_engine(const Plan &plan) { return plan.task == Task::infer && engine_of(plan).models.own; }
bool is_engine_setting(std::string_view path)
{
    constexpr std::string_view settings[] = {"inference.kv_dtype",
                                             "inference.gpu_memory_utilization",
                                             "inference.max_num_seqs",
                                             "inference.max_num_batched_tokens",
                                             "inference.enforce_eager",
                                             "inference.kv_block_size",
                                             "inference.entry",
                                             "inference.compile_cache",
                                             "inference.gpu_layers",
                                             "inference.flash_attention",
                                             "inference.host_experts",
                                             "inference.fit",
                                             "inference.cache_ram_bytes",
                                             "inference.mmproj",
                                             "inference.mmproj_offload",
                                             "inference.speculative.gpu_layers",
                                             "inference.speculative.kv_dtype",
                                             "inference.kv_cache_memory_bytes",
                                             "inference.num_gpu_blocks_override",
                                             "inference.max_total_tokens",
                                             "inference.max_mamba_cache_size",
                                             "inference.mamba_cache_dtype",
                                             "inference.mamba_ssm_cache_dtype",
                                             "inference.cpu_offload_bytes",
                                             "inference.speculative.method",
                                             "inference.speculative.tokens",
                                             "inference.speculative.acceptance",
                                             "inference.speculative.model",
                                             "inference.lora.max_loras",
                                             "inference.lora.max_rank",
                                             "inference.lora.fully_sharded",
                                             "inference.lora.dtype",
                                             "inference.lora.targets",
                                             "inference.speculative.draft_sample_method",
                                             "inference.images.limit",
                                             "inference.images.max_pixels",
                                             "inference.images.max_patches",
                                             "inference.images.pan_and_scan",
                                             "inference.images.profile",
                                             "inference.images.language_model_only",
                                             "inference.images.tower_data_parallel",
                                             "inference.sleep.level",
                                             "inference.sleep.offload_graphs",
                                             "inference.logprobs_mode"};
    return std::ranges::find(settings, path) != std::end(settings);
}

bool claims_memory(const Plan &plan) { return runner_of(plan).start != nullptr; }
bool runs_transformers_model(const Plan &plan) { return !stack_of(plan).models.own && !runs_own_engine(plan); }

bool loads_named_class(const Plan &plan)
{
    const Models &models = stack_of(plan).models;
    return plan.task == Task::train && models.loads_named_class != nullptr && models.loads_named_class(plan);
}

bool asks_for_input_gradients(const Plan &plan)
{
    switch (stack_of(plan).loop.input_gradients) {
    case InputGradients::of_trained_layers: return false; // its own function takes the place of transformers'
    case InputGradients::of_embedding_ever: return true;
    default: return !older_of(plan).asks_for_no_input_gradients;
    }
}

} // namespace plimsoll
