// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"
#include "core/optimizers/optimizers.h"

namespace plimsoll {

/// torch.optim.Adagrad: sums from the start; accelerate puts the step counters beside them (AcceleratedOptimizer moves all states).
constinit const OptimizerKind optimizers::adagrad = {
    .name = "adagrad",
    .library = "torch",
    .rule =
        [](const OptimizerUse &) {
            return step::by_lists({.states = 1, .counters = 1, .lists = 2, .at_once = true, .made = "foreach_sqrt"});
        },
    .states = 1,
    .measured = MeasuredBy::trainer,
};

} // namespace plimsoll
