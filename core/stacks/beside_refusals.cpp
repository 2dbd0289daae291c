// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stacks/beside_refusals.h"

#include "core/ground/phrase.h"
#include "core/objectives/objectives.h"
#include "core/objectives/rollout_stages.h"

#include <algorithm>

namespace plimsoll {

namespace {

bool serves_beside(const Plan &plan)
{
    return plan.task == Task::train && kind_of(plan.objective).generates && names_rollout_engine(plan) && plan.rollout.colocated;
}

/// Processes that the launcher starts.
Count world_of(const Plan &plan)
{
    const Parallel &spread = plan.parallel;
    return spread.data * spread.tensor * spread.pipeline * spread.context;
}

std::string divisors_of(Count ranks)
{
    constexpr Count most = 1024; // ranks of an engine
    std::string out;
    for (Count one = 1; one <= std::min(ranks, most); ++one)
        if (ranks % one == 0) out += (out.empty() ? "" : " | ") + std::to_string(one);
    return out;
}

} // namespace

std::optional<Error> refused_groups_of_ranks(const Plan &plan, std::string_view library)
{
    const Count world = world_of(plan), each = plan.rollout.tensor;
    if (!serves_beside(plan) || each < 1 || world % each == 0) return std::nullopt;
    return Error{
        "rollout.tensor", std::to_string(each), divisors_of(world),
        phrase(QT_TRANSLATE_NOOP("core",
                                 "%1 shares an engine among whole groups of ranks: it raises where %2 of %3 are no such group"),
               {library, std::to_string(each), std::to_string(world)})};
}

std::optional<Error> refused_8_bit_engine(const Plan &plan, std::string_view library)
{
    if (!serves_beside(plan) || plan.weights.quant != "int8") return std::nullopt;
    return Error{"weights.quant", "int8",
                 phrase(QT_TRANSLATE_NOOP("core", "%1 (or %2)"), {"none | nf4 | fp4", "rollout.colocated false"}),
                 std::string(library) + ": \"vLLM does not support in-flight 8-bit quantization.\""};
}

} // namespace plimsoll
