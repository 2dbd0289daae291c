// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"
#include "core/optimizers/optimizers.h"

namespace plimsoll {

/// bitsandbytes.optim.Lion32bit.
constinit const OptimizerKind optimizers::lion = {
    .name = "lion",
    .library = "bitsandbytes",
    .rule = [](const OptimizerUse &) { return step::bitsandbytes_optimizer({.bits = 32, .states = 1}); },
    .states = 1,
    .bits = 32,
    .offered = true,
    .measured = MeasuredBy::any,
};

} // namespace plimsoll
