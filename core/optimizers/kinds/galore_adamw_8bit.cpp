// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"
#include "core/optimizers/optimizers.h"

namespace plimsoll {

/// galore_torch, GaLoreAdamW8bit.
constinit const OptimizerKind optimizers::galore_adamw_8bit = {
    .name = "galore_adamw_8bit",
    .library = "galore_torch",
    .rule = [](const OptimizerUse &use) { return step::projected(step::ProjectedRule::Of::galore_8bit, use); },
    .states = 2,
    .bits = 8,
    .projects = true,
    .unchecked = QT_TRANSLATE_NOOP("core", "%1: %2 on the matrices of all layers; the workspace of the decomposition, which runs "
                                           "every 200 steps and is counted, is cuSOLVER's and taken as two matrices."),
    .measured = MeasuredBy::trainer,
};

} // namespace plimsoll
