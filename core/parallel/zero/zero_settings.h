// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/plan/plan.h"

#include <limits>
#include <string>
#include <vector>

namespace plimsoll {

/// Fields of DeepSpeed's zero_optimization that a rank's memory depends on, with DeepSpeed 0.19.8's defaults (runtime/zero/
/// config.py). Sizes are elements.
struct ZeroSettings {
    int stage = 0;
    Count sequence_ranks = 1; ///< of Ulysses, which share one copy as data-parallel ranks do
    Count reduce_bucket = 500'000'000;
    bool overlap_comm = false; ///< true by default for stage 3
    bool contiguous_gradients = true, reduce_scatter = true, multi_rank_allreduce = true;
    bool round_robin = false, aligned = false;
    Count prefetch_bucket = 50'000'000, persistence = 100'000;
    Count model_persistence = std::numeric_limits<Count>::max();
    Count max_live = 1'000'000'000, max_reuse = 1'000'000'000;
    Count sub_group = 1'000'000'000;
    bool gathers_one_by_one = false; ///< stage3_allgather_sequential
    bool takes_norm = true;          ///< compute_grad_norm
    bool offloads_optimizer = false, offloads_parameters = false;
    bool fills_bucket = false, fills_prefetch = false, fills_persistence = false; ///< "auto" of transformers' Trainer
    bool operator==(const ZeroSettings &) const = default;
};

/// The settings of a plan's `parallel`. A plain loop leaves DeepSpeed its defaults where "auto" is written. Errors name the field
/// of zero_optimization.
[[nodiscard]] Result<ZeroSettings> zero_settings(const Plan &plan, bool trainer);
/// Fills in what is "auto" from the model's hidden size (transformers 5.23, integrations/deepspeed.py, trainer_config_finalize).
void fill_in(ZeroSettings &settings, Count hidden);

/// Fields of `parallel.deepspeed` that DeepSpeed knows and that change no byte here, as they are written.
[[nodiscard]] std::vector<std::string> zero_fields_without_effect(const Plan &plan);

} // namespace plimsoll
