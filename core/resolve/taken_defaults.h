// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/resolve/resolve.h"

#include <optional>

namespace plimsoll {

/// A plan with every field filled in, and why its weights cannot be loaded or counted, where they cannot.
struct Filled {
    ResolvedPlan resolved;
    std::optional<Error> error;
};

/// Fills every field that is not in plan.given with what plan.stack does at its release, and takes what the loader makes of the
/// weights. Checks nothing else. Pure.
[[nodiscard]] Filled take_defaults(const Plan &plan, const Architecture &architecture, const CardFacts &device);

} // namespace plimsoll
