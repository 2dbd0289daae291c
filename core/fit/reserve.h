// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/plan.h"

namespace plimsoll {

/// What of these bytes of a card or a budget target.reserve_fraction leaves to the plan.
[[nodiscard]] Bytes after_reserve(Bytes bytes, const Target &target);

} // namespace plimsoll
