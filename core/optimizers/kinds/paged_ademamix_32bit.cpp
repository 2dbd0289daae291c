// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"
#include "core/optimizers/optimizers.h"

namespace plimsoll {

/// bitsandbytes.optim.PagedAdEMAMix32bit.
constinit const OptimizerKind optimizers::paged_ademamix_32bit = {
    .name = "paged_ademamix_32bit",
    .library = "bitsandbytes",
    .rule = [](const OptimizerUse &) { return step::bitsandbytes_optimizer({.bits = 32, .paged = true, .two_in_first = true}); },
    .states = 3,
    .bits = 32,
    .paged = true,
    .measured = MeasuredBy::trainer,
};

} // namespace plimsoll
