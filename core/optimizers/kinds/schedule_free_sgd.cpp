// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"
#include "core/optimizers/optimizers.h"

namespace plimsoll {

/// schedulefree.SGDScheduleFree: a second copy of the weights.
constinit const OptimizerKind optimizers::schedule_free_sgd = {
    .name = "schedule_free_sgd",
    .library = "schedulefree",
    .rule = [](const OptimizerUse &) { return step::by_lists({.states = 1, .lists = 0}); },
    .states = 1,
    .measured = MeasuredBy::trainer,
};

} // namespace plimsoll
