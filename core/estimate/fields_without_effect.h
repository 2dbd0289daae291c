// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/estimate/estimate.h"

#include <functional>
#include <vector>

namespace plimsoll {

/// Fields that somebody set, that the run reads, and that change no byte of this model's peak: the plan is estimated once more
/// without each of them. Code "no_effect", naming the field and why, as far as it is known. Fields that hold what they would hold
/// anyway are left out. Costs an estimate without timeline for each field in question; ends early, with those found so far, once it is
/// not wanted any more.
[[nodiscard]] std::vector<Warning> fields_without_effect(
    const Estimate &made, const std::function<bool()> &wanted = [] { return true; });

} // namespace plimsoll
