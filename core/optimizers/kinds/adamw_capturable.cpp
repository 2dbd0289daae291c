// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"
#include "core/optimizers/optimizers.h"

namespace plimsoll {

/// torch.optim.AdamW(capturable=True), as CUDA graphs need it: step counters and corrections are tensors of the card.
constinit const OptimizerKind optimizers::adamw_capturable = {
    .name = "adamw_capturable",
    .library = "torch",
    .rule = [](const OptimizerUse &) { return step::by_lists({.counters = 1, .scalars = 3, .made = "foreach_sqrt"}); },
    .states = 2,
};

} // namespace plimsoll
