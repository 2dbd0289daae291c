// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"
#include "core/optimizers/optimizers.h"

namespace plimsoll {

/// torch.optim.ASGD: averages, and three single values of each parameter.
constinit const OptimizerKind optimizers::asgd = {
    .name = "asgd",
    .library = "torch",
    .rule =
        [](const OptimizerUse &) { return step::by_lists({.states = 1, .counters = 3, .scalars = 2, .made = "foreach_add"}); },
    .states = 1,
};

} // namespace plimsoll
