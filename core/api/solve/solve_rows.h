// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/api/solve/solve_answer.h"

#include <nlohmann/json.hpp>
#include <string>

namespace plimsoll {

/// One line of the solver's answer, whatever was asked for.
struct SolveRow {
    nlohmann::ordered_json json;
    std::string text;
    bool found = false;
    bool open = false; ///< nothing is sure, yet it may run: tight, or not known
};

/// `plan`: as it was asked, not resolved.
[[nodiscard]] SolveRow row_of(const Solution &solution, const Plan &plan, const Architecture &model);
[[nodiscard]] SolveRow row_of(const BatchSplit &split);
[[nodiscard]] SolveRow row_of(const Minima &minima, const Minimum &choice);

} // namespace plimsoll
