// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"
#include "core/optimizers/optimizers.h"

namespace plimsoll {

/// torchao.optim.AdamW8bit.
constinit const OptimizerKind optimizers::adamw_torch_8bit = {
    .name = "adamw_torch_8bit",
    .title = QT_TRANSLATE_NOOP("core", "AdamW 8-bit of torchao"),
    .library = "torchao",
    .rule = [](const OptimizerUse &) { return step::torchao_adam(step::TorchaoState::eight_bit, 256); },
    .states = 2,
    .bits = 8,
    .measured = MeasuredBy::trainer,
};

} // namespace plimsoll
