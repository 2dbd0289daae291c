// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runner/spreading.h"

#include "core/plan/counted_card.h"
#include "core/plan/parallel_engine.h"

#include <algorithm>

namespace plimsoll {

namespace {

/// Whether the plan says that a library spreads its training, and over how many ranks it does not.
bool spreads_over_unnamed(const Runner &stack, const Plan &plan)
{
    if (plan.has("parallel.data")) return false;
    // without shards a mesh names its ranks itself
    if (plan.parallel.engine == ParallelEngine::native && plan.parallel.zero == 0) return false;
    const bool stated = std::ranges::any_of(plan.given, [](const std::string &path) { return path.starts_with("parallel."); });
    return (plan.has("parallel.zero") && plan.parallel.zero > 0) || (plan.has("parallel.engine") && plan.parallel.engine) ||
           (stated && stack.loop.spreads);
}

/// Ranks beside each data-parallel one; nothing beyond 63 bits.
std::optional<Count> others_of(const Parallel &parallel)
{
    Count out = 1;
    for (const Count along : {parallel.tensor, parallel.pipeline, parallel.context})
        if (along < 1 || __builtin_mul_overflow(out, along, &out)) return std::nullopt;
    return out;
}

} // namespace

std::optional<ParallelEngine> engine_in(const Runner &stack, const Plan &plan)
{
    if (plan.parallel.engine) return plan.parallel.engine;
    if (!plan.parallel.spread()) return std::nullopt;
    return stack.loop.spreads ? *stack.loop.spreads : parallel_engine(plan, stack.loop.shards);
}

Count data_ranks_in(const Runner &stack, const Plan &plan)
{
    if (!spreads_over_unnamed(stack, plan)) return plan.parallel.data;
    const Count cards = cards_named(plan.target).value_or(1);
    const std::optional<Count> others = others_of(plan.parallel);
    if (!others || cards <= *others || cards % *others != 0) return plan.parallel.data;
    return cards / *others;
}

} // namespace plimsoll
