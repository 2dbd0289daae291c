// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"
#include "core/optimizers/optimizers.h"

namespace plimsoll {

/// torch.optim.Adam: what AdamW keeps and allocates.
constinit const OptimizerKind optimizers::adam = {
    .name = "adam",
    .library = "torch",
    .rule = [](const OptimizerUse &use) { return step::torch_adam(use.form()); },
    .states = 2,
    .forms = OptimizerForms::by_stack,
    .torch_class = "Adam",
    .measured = MeasuredBy::any,
};

} // namespace plimsoll
