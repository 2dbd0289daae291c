// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"
#include "core/optimizers/optimizers.h"

namespace plimsoll {

/// bitsandbytes.optim.Lion8bit.
constinit const OptimizerKind optimizers::lion_8bit = {
    .name = "lion_8bit",
    .library = "bitsandbytes",
    .rule =
        [](const OptimizerUse &use) {
            return step::bitsandbytes_optimizer({.bits = 8, .states = 1, .spares_embeddings = use.by_trainer});
        },
    .states = 1,
    .bits = 8,
    .measured = MeasuredBy::trainer,
};

} // namespace plimsoll
