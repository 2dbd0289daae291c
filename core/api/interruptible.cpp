// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/interruptible.h"

namespace plimsoll {

Estimator interruptible(Estimator estimator, Wanted wanted)
{
    return [estimator = std::move(estimator), wanted = std::move(wanted)](const Plan &plan,
                                                                          const CardFacts &device) -> Result<Estimate> {
        if (!wanted()) return Error{{}, {}, {}, "Another question was asked."};
        return estimator(plan, device);
    };
}

} // namespace plimsoll
