// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"
#include "core/optimizers/optimizers.h"

namespace plimsoll {

/// bitsandbytes.optim.AdEMAMix: two averages of the gradient, one of its square.
constinit const OptimizerKind optimizers::ademamix = {
    .name = "ademamix",
    .library = "bitsandbytes",
    .rule = [](const OptimizerUse &) { return step::bitsandbytes_optimizer({.bits = 32, .two_in_first = true}); },
    .states = 3,
    .bits = 32,
    .measured = MeasuredBy::trainer,
};

} // namespace plimsoll
