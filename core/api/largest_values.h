// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/api/interruptible.h"
#include "core/fit/sweep.h"

#include <optional>
#include <vector>

namespace plimsoll {

/// The largest value of a field that fits on a card, all else as it is; none where not even the least one does.
struct LargestValue {
    SolveField field = SolveField::sequence_length;
    std::optional<Count> value;
    std::optional<Count> likely = {}; ///< by the middle of the estimate; 0: not even the least; absent: not looked for
    bool operator==(const LargestValue &) const = default;
};
using LargestValues = std::vector<LargestValue>;

/// The fields of a plan that can be solved for; the first is what people ask for most.
[[nodiscard]] std::vector<SolveField> solvable_fields(const Plan &resolved);
/// The value found for a field, if it was.
[[nodiscard]] std::optional<Count> value_of(const LargestValues &largest, SolveField field);

/// The value that is likely to run, if it was looked for.
[[nodiscard]] std::optional<Count> likely_of(const LargestValues &largest, SolveField field);

/// A field that can be swept with numbers, and the values around the plan's own: half octaves, more above than below.
[[nodiscard]] SweepAxis axis_around(SolveField field, const Plan &resolved, std::size_t most_values);

/// A plan swept over fields, held whole.
struct SweptPlan {
    std::vector<SweepAxis> axes;
    std::vector<SweepPoint> points;           ///< as Sweep orders them
    std::vector<std::optional<Count>> limits; ///< over one field: per card, then the budget, the largest value that fits
};

/// Both about an estimated plan, while it is wanted; what cannot be solved for is left out.
[[nodiscard]] LargestValues largest_values_on(const Estimate &estimate, const Node &node, const Wanted &wanted);
/// The largest values of one field on each of the nodes; none where it cannot be solved for.
[[nodiscard]] std::vector<std::optional<Count>> limits_on(const Estimate &estimate, const Cluster &cluster,
                                                          std::string_view field, const Wanted &wanted);

} // namespace plimsoll
