// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"
#include "core/optimizers/optimizers.h"

namespace plimsoll {

/// torch.optim.AdamW.
constinit const OptimizerKind optimizers::adamw = {
    .name = "adamw",
    .title = "AdamW",
    .library = "torch",
    .rule = [](const OptimizerUse &use) { return step::torch_adam(use.form()); },
    .states = 2,
    .forms = OptimizerForms::by_stack,
    .torch_class = "AdamW",
    .offered = true,
    .measured = MeasuredBy::any,
};

} // namespace plimsoll
