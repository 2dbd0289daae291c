// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/api/solve/solve_answer.h"
#include "core/api/sweep_answer.h"
#include "core/report/table.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace plimsoll {

/// What the solver says at one point of a sweep.
struct SolvedPoint {
    std::vector<std::string> values; ///< in the order of the axes
    std::string point;               ///< the same as in a plan, an object of JSON
    Result<SolveAnswer> answer;
};

/// Asks the solver at every point of a sweep, on `threads` threads.
[[nodiscard]] std::vector<SolvedPoint> solved_points(const SweepJob &job, const SolveFor &wanted, unsigned threads);

/// The array of solve_to_json(), each entry with its `point`; an error in the place of a point's entries.
[[nodiscard]] nlohmann::ordered_json solved_to_json(const std::vector<SolvedPoint> &points);
/// The largest values of one field: a row for each point, a column for each card.
[[nodiscard]] report::Table solved_table(const std::vector<SweepAxis> &axes, const std::vector<SolvedPoint> &points);

/// fits: something was found at each point for each card.
[[nodiscard]] Outcome outcome_of(const std::vector<SolvedPoint> &points);

} // namespace plimsoll
