// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"
#include "core/optimizers/optimizers.h"

namespace plimsoll {

/// torch.optim.SGD with momentum.
constinit const OptimizerKind optimizers::sgd_momentum = {
    .name = "sgd_momentum",
    .title = QT_TRANSLATE_NOOP("core", "SGD, momentum"),
    .library = "torch",
    .rule = [](const OptimizerUse &) { return step::torch_sgd(true); },
    .states = 1,
    .forms = OptimizerForms::by_stack,
    .trainer_has_one_form = true,
    .torch_class = "SGD",
    .offered = true,
    .measured = MeasuredBy::any,
};

} // namespace plimsoll
