// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"
#include "core/optimizers/optimizers.h"

namespace plimsoll {

/// apollo_torch, APOLLOAdamW.
constinit const OptimizerKind optimizers::apollo = {
    .name = "apollo",
    .library = "apollo_torch",
    .rule = [](const OptimizerUse &use) { return step::projected(step::ProjectedRule::Of::apollo, use); },
    .states = 2,
    .projects = true,
    .measured = MeasuredBy::trainer,
};

} // namespace plimsoll
