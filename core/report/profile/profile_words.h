// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/figures.h"
#include "core/report/document.h"

#include <string>
#include <utility>
#include <vector>

// The sentences of a profile (profile_of.h).
namespace plimsoll::report {

/// "✕ Does not fit on the budget of 16 GiB: 18.67 of 16.00 GiB, over by 2.67 GiB (2,866,902,958 bytes, 16.7 %)": of the verdict that
/// decides.
[[nodiscard]] std::string status_line(const PlanAnswer &answer, const ByteFigures &in);

/// Per cent with its sign: "+16.7", "−9.4".
[[nodiscard]] std::string percent_of(Bytes part, Bytes whole);

/// What happens on the target that decides.
[[nodiscard]] std::string impact_of(const PlanAnswer &answer, const ByteFigures &in);

/// The one thing to do next.
[[nodiscard]] std::string next_action(const PlanAnswer &answer, const std::vector<Advice> &advice, const ByteFigures &in);

/// What the model is and what the adapter trains: name and value.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> architecture_rows(const Estimate &estimate);
[[nodiscard]] std::vector<std::pair<std::string, std::string>> adapter_rows(const Estimate &estimate);

} // namespace plimsoll::report
