// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/usual_slack.h"

namespace plimsoll {

namespace {

/// What is gathered for a while and freed leaves holes between what stays.
bool gathers_shards(const Plan &plan) { return plan.parallel.spread() && plan.parallel.zero > 0; }

} // namespace

UsualSlack usual_slack(const Plan &plan)
{
    const bool trains = plan.task == Task::train;
    if (trains && gathers_shards(plan)) return {1.05, 1.24, 1.70};
    if (plan.allocator.expandable_segments) return trains ? UsualSlack{1.007, 1.062, 1.169} : UsualSlack{1.001, 1.016, 1.114};
    if (plan.task == Task::extract) return {1.002, 1.026, 1.152};
    if (!trains) return {1.003, 1.049, 1.245};
    return plan.gradient_checkpointing.enabled ? UsualSlack{1.014, 1.117, 1.284} : UsualSlack{1.012, 1.067, 1.159};
}

} // namespace plimsoll
