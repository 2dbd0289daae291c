// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"
#include "core/optimizers/optimizers.h"

namespace plimsoll {

/// torch.optim.RMSprop; momentum and centered in optimizer.args are a state more each.
constinit const OptimizerKind optimizers::rmsprop = {
    .name = "rmsprop",
    .library = "torch",
    .rule =
        [](const OptimizerUse &use) {
            const int more = (use.turned_on("momentum") ? 1 : 0) + (use.turned_on("centered") ? 1 : 0);
            return step::by_lists({.states = 1 + more, .made = "foreach_sqrt"});
        },
    .states = 1,
    .measured = MeasuredBy::trainer,
};

} // namespace plimsoll
