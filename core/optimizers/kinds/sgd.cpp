// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"
#include "core/optimizers/optimizers.h"

namespace plimsoll {

/// torch.optim.SGD; momentum in optimizer.args is a state.
constinit const OptimizerKind optimizers::sgd = {
    .name = "sgd",
    .title = QT_TRANSLATE_NOOP("core", "SGD"),
    .library = "torch",
    .rule = [](const OptimizerUse &use) { return step::torch_sgd(use.turned_on("momentum")); },
    .states = 0,
    .forms = OptimizerForms::by_stack,
    .trainer_has_one_form = true,
    .torch_class = "SGD",
    .offered = true,
    .measured = MeasuredBy::any,
};

} // namespace plimsoll
