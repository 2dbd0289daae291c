// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/model/architecture.h"
#include "core/parallel/rank.h"
#include "core/plan/parallel_engine.h"
#include "core/plan/plan.h"
#include "core/torch/units.h"

#include <memory>
#include <vector>

namespace plimsoll {

/// A resolved training plan, as one rank's library finds it.
struct RankCall {
    const Plan &plan; ///< as resolved, of the whole run
    const Rank &rank;
    bool trainer = true;                        ///< transformers' Trainer with accelerate; else a plain loop
    Count first_layer = 0;                      ///< of the rank's own
    const Architecture *architecture = nullptr; ///< the whole model's
    bool own_collectives = false;               ///< the model's own lines speak to the other tensor-parallel ranks
};

/// In what the engine runs the model's parameters where it casts them itself; nothing: as they are stored, under the plan's
/// autocast. accelerate 1.15 accelerator.py prepare_model, utils/fsdp_utils.py fsdp2_prepare_model; DeepSpeed 0.19.8 runtime/
/// engine.py: FSDP 2 and DeepSpeed run without autocast.
[[nodiscard]] std::optional<WeightDtype> runs_in(const Plan &plan, bool trainer);

/// The plan as one rank runs it by itself: its tokens, its precision.
[[nodiscard]] Plan plan_of_rank(const Plan &plan, bool trainer);

/// What the engine hangs into the rank's step. Errors name what it cannot do, in its own words where it has some.
[[nodiscard]] Result<std::unique_ptr<step::Units>> make_units(const RankCall &call);

/// Behind place(): numbers of other data-parallel ranks that may hold more than this one, which is the first. None where they are
/// alike.
[[nodiscard]] std::vector<Count> other_full_ranks(const step::Units &units, Count ranks);

// The engines, each in a file of its own.
[[nodiscard]] std::unique_ptr<step::Units> distributed_data_parallel(const RankCall &call);
[[nodiscard]] Result<std::unique_ptr<step::Units>> deepspeed_zero(const RankCall &call);
[[nodiscard]] std::unique_ptr<step::Units> fully_shard(const RankCall &call);
[[nodiscard]] Result<std::unique_ptr<step::Units>> native_meshes(const RankCall &call);
[[nodiscard]] std::unique_ptr<step::Units> fully_sharded_data_parallel(const RankCall &call);

} // namespace plimsoll
