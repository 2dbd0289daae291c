// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/plan/plan.h"

#include <vector>

// In which order a rank of torch.distributed.pipelining computes, sends and receives (torch 2.15, schedules.py).

namespace plimsoll {

struct PipelineAction {
    enum class Kind : std::uint8_t {
        receive_input, ///< the buffer of an activation is made
        forward,
        send_output,
        release_output, ///< what was sent goes
        receive_gradient,
        backward,
        send_gradient,
        release_gradient
    };
    Kind kind = Kind::forward;
    Count stage = 0, micro_batch = 0;
    bool operator==(const PipelineAction &) const = default;
};

/// How a step is cut.
struct PipelineShape {
    Count ranks = 1, virtual_stages = 1, micro_batches = 1;
    PipelineSchedule schedule = PipelineSchedule::one_f_one_b;
    [[nodiscard]] Count stages() const { return ranks * virtual_stages; }
    [[nodiscard]] Count rank_of(Count stage) const { return stage % ranks; }
};
[[nodiscard]] PipelineShape pipeline_shape(const Plan &plan);

/// Refused as the schedules' constructors do, in their words.
[[nodiscard]] std::optional<Error> refused_schedule(const PipelineShape &shape);

/// What a rank does in one step. Schedule1F1B and ScheduleGPipe with one stage a rank, ScheduleInterleaved1F1B with more.
[[nodiscard]] std::vector<PipelineAction> pipeline_actions(const PipelineShape &shape, Count rank);

} // namespace plimsoll
