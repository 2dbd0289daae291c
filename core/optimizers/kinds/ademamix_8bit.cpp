// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"
#include "core/optimizers/optimizers.h"

namespace plimsoll {

/// bitsandbytes.optim.AdEMAMix8bit.
constinit const OptimizerKind optimizers::ademamix_8bit = {
    .name = "ademamix_8bit",
    .library = "bitsandbytes",
    .rule =
        [](const OptimizerUse &use) {
            return step::bitsandbytes_optimizer({.bits = 8, .spares_embeddings = use.by_trainer, .two_in_first = true});
        },
    .states = 3,
    .bits = 8,
    .measured = MeasuredBy::trainer,
};

} // namespace plimsoll
