// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"
#include "core/optimizers/optimizers.h"

namespace plimsoll {

/// torch.optim.Adadelta.
constinit const OptimizerKind optimizers::adadelta = {
    .name = "adadelta",
    .library = "torch",
    .rule = [](const OptimizerUse &) { return step::by_lists({.lists = 2, .made = "foreach_add"}); },
    .states = 2,
};

} // namespace plimsoll
