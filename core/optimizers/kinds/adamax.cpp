// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"
#include "core/optimizers/optimizers.h"

namespace plimsoll {

/// torch.optim.Adamax: gradients' absolute values beside them.
constinit const OptimizerKind optimizers::adamax = {
    .name = "adamax",
    .library = "torch",
    .rule = [](const OptimizerUse &) { return step::by_lists({.made = "foreach_abs"}); },
    .states = 2,
};

} // namespace plimsoll
