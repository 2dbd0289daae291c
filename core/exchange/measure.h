// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/exchange.h"
#include "core/ground/result.h"
#include "core/plan/plan.h"

#include <string>
#include <vector>

namespace plimsoll {

/// config.json of every model that a plan names.
struct MeasuredModels {
    std::string policy;
    std::string teacher; ///< empty: the plan has none
    std::vector<std::string> reward_models;
};

/// A Python script that carries the plan out on a real card with the libraries that the plan is of, on random weights and tokens,
/// and prints one plimsoll.measurement/1 (docs/schema/measurement.md). It stands alone: plan and configuration are in it, and it
/// loads nothing. `resolved` has every field as it is simulated; of the configurations, paths and what loads other code are left
/// out. Error: what no such script runs, by its field.
[[nodiscard]] Result<Exported> write_measure(const Plan &resolved, const MeasuredModels &models);

} // namespace plimsoll
