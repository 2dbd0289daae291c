// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"
#include "core/optimizers/optimizers.h"

namespace plimsoll {

/// bitsandbytes.optim.PagedLion8bit.
constinit const OptimizerKind optimizers::paged_lion_8bit = {
    .name = "paged_lion_8bit",
    .library = "bitsandbytes",
    .rule =
        [](const OptimizerUse &use) {
            return step::bitsandbytes_optimizer({.bits = 8, .states = 1, .paged = true, .spares_embeddings = use.by_trainer});
        },
    .states = 1,
    .bits = 8,
    .paged = true,
    .measured = MeasuredBy::trainer,
};

} // namespace plimsoll
