// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/plan/plan.h"

#include <optional>
#include <string>
#include <vector>

namespace plimsoll {

/// The plan's adapter as its method comes to it: settings that are fields, and what the method has where nobody says; adds what was
/// taken to `said`.
void take_adapter(Plan &plan, std::vector<std::string> &said);

/// Why the library that runs this plan has no such adapter, or its forward fails; nothing where it runs.
[[nodiscard]] std::optional<Error> refused_adapter(const Plan &plan);

/// What of a step of this adapter is not counted; empty where all of it is.
[[nodiscard]] std::string left_out_of_adapter(const Plan &plan);

} // namespace plimsoll
