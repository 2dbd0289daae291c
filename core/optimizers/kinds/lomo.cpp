// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"
#include "core/optimizers/optimizers.h"

namespace plimsoll {

/// lomo_optim.Lomo: updates within backward.
constinit const OptimizerKind optimizers::lomo = {
    .name = "lomo",
    .library = "lomo_optim",
    .rule = [](const OptimizerUse &) { return step::lomo(false); },
    .states = 0,
    .in_backward = true,
    .measured = MeasuredBy::trainer,
};

} // namespace plimsoll
