// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"
#include "core/optimizers/optimizers.h"

namespace plimsoll {

/// torchao.optim.AdamW4bit.
constinit const OptimizerKind optimizers::adamw_4bit = {
    .name = "adamw_4bit",
    .title = QT_TRANSLATE_NOOP("core", "AdamW 4-bit"),
    .library = "torchao",
    .rule =
        [](const OptimizerUse &use) {
            constexpr Count own_block = 128, trainer_block = 256; // AdamW4bit's own; TrainingArguments.optim_args' block_size
            return step::torchao_adam(step::TorchaoState::four_bit, use.by_trainer ? trainer_block : own_block);
        },
    .states = 2,
    .bits = 4,
    .measured = MeasuredBy::any,
};

} // namespace plimsoll
