// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/decoder/tower.h"
#include "core/ground/result.h"
#include "core/model/architecture.h"
#include "core/plan/plan.h"

#include <optional>

namespace plimsoll::step {

/// The pictures of a pass of this plan; nothing: text alone. The model has what unsupported_pictures() asks for.
[[nodiscard]] std::optional<SeenPictures> seen_pictures(const Architecture &architecture, const Plan &plan);

/// Why the plan's pictures are not simulated: the model has no tower that is described, its processor raises on them, or they do
/// not fit into a row.
[[nodiscard]] std::optional<Error> unsupported_pictures(const Architecture &architecture, const Plan &plan);

} // namespace plimsoll::step
