// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"
#include "core/optimizers/optimizers.h"

namespace plimsoll {

/// galore_torch, GaLoreAdafactor.
constinit const OptimizerKind optimizers::galore_adafactor = {
    .name = "galore_adafactor",
    .library = "galore_torch",
    .rule = [](const OptimizerUse &use) { return step::projected(step::ProjectedRule::Of::galore_adafactor, use); },
    .states = 0,
    .projects = true,
    .unchecked = QT_TRANSLATE_NOOP("core", "%1: %2 on the matrices of all layers; the workspace of the decomposition, which runs "
                                           "every 200 steps and is counted, is cuSOLVER's and taken as two matrices."),
    .measured = MeasuredBy::trainer,
};

} // namespace plimsoll
