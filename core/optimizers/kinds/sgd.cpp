// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"
#include "core/optimizers/optimizers.h"

namespace plimsoll {

/// torch.optim.SGD without momentum.
constinit const OptimizerKind optimizers::sgd = {
    .name = "sgd",
    .title = QT_TRANSLATE_NOOP("core", "SGD"),
    .library = "torch",
    .rule = [](const OptimizerUse &) { return step::torch_sgd(false); },
    .states = 0,
    .forms = OptimizerForms::by_stack,
    .trainer_has_one_form = true,
    .torch_class = "SGD",
    .offered = true,
    .measured = MeasuredBy::any,
};

} // namespace plimsoll
