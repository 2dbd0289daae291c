// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"
#include "core/optimizers/optimizers.h"

namespace plimsoll {

/// torch.optim.NAdam.
constinit const OptimizerKind optimizers::nadam = {
    .name = "nadam",
    .library = "torch",
    .rule = [](const OptimizerUse &) { return step::by_lists({.made = "foreach_sqrt"}); },
    .states = 2,
};

} // namespace plimsoll
