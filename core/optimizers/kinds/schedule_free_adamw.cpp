// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"
#include "core/optimizers/optimizers.h"

namespace plimsoll {

/// schedulefree.AdamWScheduleFree: a second copy of the weights in place of the first moment.
constinit const OptimizerKind optimizers::schedule_free_adamw = {
    .name = "schedule_free_adamw",
    .library = "schedulefree",
    .rule = [](const OptimizerUse &) { return step::by_lists({.made = "foreach_div"}); },
    .states = 2,
    .measured = MeasuredBy::trainer,
};

} // namespace plimsoll
