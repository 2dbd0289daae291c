// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/report/plan_answer.h"

#include <nlohmann/json_fwd.hpp>
#include <optional>

namespace plimsoll {

/// How much of the step an answer holds.
enum class TimelineDetail : std::uint8_t {
    none,
    layers, ///< the highest moment of every phase in every layer
    brief,  ///< none, and of the breakdown its bytes alone: no formulas, sources and tensors
};

/// Schema plimsoll.estimate/1.
[[nodiscard]] nlohmann::ordered_json estimate_to_json(const PlanAnswer &answer, TimelineDetail timeline = TimelineDetail::layers);

/// {"error": {"field", "read", "accepted", "message"}}, null for what is not known; with the line of the request where
/// there is one.
[[nodiscard]] nlohmann::ordered_json error_to_json(const Error &error, std::optional<Count> line = {});

} // namespace plimsoll
