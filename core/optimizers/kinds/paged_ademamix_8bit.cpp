// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"
#include "core/optimizers/optimizers.h"

namespace plimsoll {

/// bitsandbytes.optim.PagedAdEMAMix8bit.
constinit const OptimizerKind optimizers::paged_ademamix_8bit = {
    .name = "paged_ademamix_8bit",
    .library = "bitsandbytes",
    .rule =
        [](const OptimizerUse &use) {
            return step::bitsandbytes_optimizer(
                {.bits = 8, .paged = true, .spares_embeddings = use.by_trainer, .two_in_first = true});
        },
    .states = 3,
    .bits = 8,
    .paged = true,
    .measured = MeasuredBy::trainer,
};

} // namespace plimsoll
