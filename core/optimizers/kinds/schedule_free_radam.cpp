// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"
#include "core/optimizers/optimizers.h"

namespace plimsoll {

/// schedulefree.RAdamScheduleFree: likewise; its first five steps divide by nothing yet.
constinit const OptimizerKind optimizers::schedule_free_radam = {
    .name = "schedule_free_radam",
    .library = "schedulefree",
    .rule = [](const OptimizerUse &) { return step::by_lists({.made = "foreach_div"}); },
    .states = 2,
    .measured = MeasuredBy::trainer,
};

} // namespace plimsoll
