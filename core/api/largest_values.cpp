// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/largest_values.h"

#include "core/fit/mixed/mixed_cards.h"

#include <algorithm>
#include <cmath>

namespace plimsoll {

namespace {

/// Half octaves around a value, whole multiples of `grain`, from an eighth of it to eight times as much: doubled, and half as
/// much more, as people say sizes (8, 12, 16).
std::vector<Count> half_octaves(Count about, Count grain, Count least)
{
    std::vector<Count> out;
    for (int half = -6; half <= 12; ++half) {
        const double more = half % 2 == 0 ? 1.0 : 1.5;
        const double wished = static_cast<double>(about) * std::exp2(std::floor(half / 2.0)) * more;
        const Count value = std::max<Count>(half == 0 ? about : std::llround(wished / static_cast<double>(grain)) * grain, least);
        if (half > 6 && value > 32 * grain) break; // small values need the room above, large ones don't
        if (out.empty() || value > out.back()) out.push_back(value);
    }
    return out;
}

Solver solver_of(const Estimate &estimate, SolveField field, const Wanted &wanted)
{
    return {interruptible(estimator_for(estimate.architecture), wanted), estimate.plan.plan, field,
            quick_estimator_for(estimate.architecture)};
}

} // namespace

std::vector<SolveField> solvable_fields(const Plan &plan)
{
    std::vector<SolveField> out;
    for (const SolveField field :
         {SolveField::sequence_length, SolveField::context, SolveField::micro_batch, SolveField::sequences, SolveField::rank})
        if (solvable(field, plan).ok()) out.push_back(field);
    return out;
}

std::optional<Count> value_of(const LargestValues &largest, SolveField field)
{
    const auto found = std::ranges::find(largest, field, &LargestValue::field);
    return found == largest.end() ? std::nullopt : found->value;
}

std::optional<Count> likely_of(const LargestValues &largest, SolveField field)
{
    const auto found = std::ranges::find(largest, field, &LargestValue::field);
    return found == largest.end() ? std::nullopt : found->likely;
}

SweepAxis axis_around(SolveField field, const Plan &resolved, std::size_t most_values)
{
    const bool tokens = field == SolveField::sequence_length || field == SolveField::context;
    const Count now = std::max<Count>(value_in(resolved, field), 1);
    const bool counted = field == SolveField::context && resolved.has("inference.new_tokens"); // else it follows the context
    const Count least = counted ? std::max<Count>(resolved.inference.new_tokens, 0) + 1 : 1;
    std::vector<Count> values = half_octaves(now, tokens && now >= 128 ? 128 : 1, least);
    // What lies above is what people ask for: it keeps two thirds of the room.
    while (values.size() > most_values) {
        const auto below = static_cast<std::size_t>(std::ranges::find(values, now) - values.begin());
        values.erase(below * 3 > values.size() ? values.begin() : values.end() - 1);
    }
    SweepAxis axis{path_of(field), {}};
    for (const Count value : values) axis.values.push_back(std::to_string(value));
    return axis;
}

LargestValues largest_values_on(const Estimate &estimate, const Node &node, const Wanted &wanted)
{
    LargestValues out;
    for (const SolveField field : solvable_fields(estimate.plan.plan)) {
        Solver solver = solver_of(estimate, field, wanted);
        Result<Solution> solution = solver.on(node);
        if (!solution.ok()) continue;
        LargestValue one{field, solution->value};
        if (field != SolveField::rank && !solution->not_known) {
            solver.add_likely(*solution, node);
            one.likely = solution->likely.value_or(0);
        }
        out.push_back(one);
    }
    return out;
}

std::vector<std::optional<Count>> limits_on(const Estimate &estimate, const Cluster &cluster, std::string_view path,
                                            const Wanted &wanted)
{
    std::vector<std::optional<Count>> out;
    const std::vector<SolveField> fields = solvable_fields(estimate.plan.plan);
    const auto field = std::ranges::find_if(fields, [&](SolveField one) { return path_of(one) == path; });
    if (field == fields.end()) return out;
    Solver solver = solver_of(estimate, *field, wanted);
    const Cluster own_ranks = with_ranks(cluster, estimate.plan.plan);
    for (const Node &node : own_ranks.nodes) {
        const Result<Solution> solution = solver.on(node);
        out.push_back(solution.ok() ? solution->value : std::nullopt);
    }
    return out;
}

} // namespace plimsoll
