// SPDX-License-Identifier: GPL-3.0-or-later
// What an estimate says of cards that it was not made for.
#include "core/estimate/estimate.h"

#include "core/resolve/loading.h"
#include "core/resolve/resolve.h"

namespace plimsoll {

bool same_step_on(const Estimate &estimate, const CardFacts &card)
{
    if (estimate.fullest().engine || estimate.beside) return card == estimate.device;
    return same_training_on(estimate, card);
}

bool same_training_on(const Estimate &estimate, const CardFacts &card)
{
    return estimate.answers && native_dtype(card) == native_dtype(estimate.device) && estimate.answers->same_on(card) &&
           estimate.architecture && loads_alike_on(*estimate.architecture, estimate.plan, card);
}

} // namespace plimsoll
