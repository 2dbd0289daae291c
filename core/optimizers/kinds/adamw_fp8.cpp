// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"
#include "core/optimizers/optimizers.h"

namespace plimsoll {

/// torchao.optim.AdamWFp8.
constinit const OptimizerKind optimizers::adamw_fp8 = {
    .name = "adamw_fp8",
    .title = QT_TRANSLATE_NOOP("core", "AdamW in FP8"),
    .library = "torchao",
    .rule = [](const OptimizerUse &) { return step::torchao_adam(step::TorchaoState::fp8, 256); },
    .states = 2,
    .bits = 8,
};

} // namespace plimsoll
