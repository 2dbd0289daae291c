// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"
#include "core/optimizers/optimizers.h"

namespace plimsoll {

/// apollo_torch, APOLLOAdamW.
constinit const OptimizerKind optimizers::apollo = {
    .name = "apollo",
    .library = "apollo_torch",
    .rule = [](const OptimizerUse &use) { return step::apollo(use.settings.rank); },
    .states = 2,
    .projects = true,
    .unchecked = QT_TRANSLATE_NOOP("core", "%1: random projections of the matrices of all layers; %2's temporaries are taken as "
                                           "one scaled gradient."),
    .measured = MeasuredBy::trainer,
};

} // namespace plimsoll
