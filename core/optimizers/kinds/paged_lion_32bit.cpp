// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"
#include "core/optimizers/optimizers.h"

namespace plimsoll {

/// bitsandbytes.optim.PagedLion32bit.
constinit const OptimizerKind optimizers::paged_lion_32bit = {
    .name = "paged_lion_32bit",
    .library = "bitsandbytes",
    .rule = [](const OptimizerUse &) { return step::bitsandbytes_optimizer({.bits = 32, .states = 1, .paged = true}); },
    .states = 1,
    .bits = 32,
    .paged = true,
    .measured = MeasuredBy::trainer,
};

} // namespace plimsoll
