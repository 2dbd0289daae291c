// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/clock/run_time.h"

#include <nlohmann/json.hpp>
#include <optional>

namespace plimsoll {

/// `time` of schema plimsoll.estimate/1; null where nothing is known.
[[nodiscard]] nlohmann::ordered_json time_to_json(const std::optional<RunTime> &time);

/// What the named amount takes on another card: hours and dollars.
[[nodiscard]] nlohmann::ordered_json cost_to_json(const RunTime &time);

} // namespace plimsoll
