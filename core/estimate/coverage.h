// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/resolve.h"
#include "core/result.h"

#include <string>
#include <vector>

namespace plimsoll {

/// What a plan asks for that the step does not simulate, so that no figure passes for more than it is.
struct Coverage {
    std::string lower_bound_reason; ///< not empty: something that takes memory is left out
    std::vector<Warning> warnings;  ///< simulated as something near it; code "not_simulated"
    bool operator==(const Coverage &) const = default;
};

/// Error, naming the field, where the plan splits the model over several processes: figures of one process would be too
/// high by an unknown factor.
[[nodiscard]] Result<Coverage> coverage_of(const Plan &resolved);

} // namespace plimsoll
