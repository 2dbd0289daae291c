// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/measured/measured.h"

#include <string>
#include <string_view>

namespace plimsoll {

inline constexpr std::string_view measurement_schema = "plimsoll.measurement/1";

/// What the script of `export --to measure` prints (docs/schema/measurement.md). Errors name the field.
[[nodiscard]] Result<Measured> measurement_from_json(std::string_view text);

/// The same measurement with nothing of the person who made it: the plan without its name, its notes and its Hub id, whose place
/// takes the preset's name where it is one; no notes. What is not of the schema goes. One line. Error: it is none, or its model is
/// known by a Hub id alone.
[[nodiscard]] Result<std::string> shared_measurement(std::string_view text);

/// The plan of a measurement as it was carried out: with the releases of its libraries, and on its card. Empty: it has none.
[[nodiscard]] std::string plan_as_measured(const Measured &measured);

} // namespace plimsoll
