// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"
#include "core/optimizers/optimizers.h"

namespace plimsoll {

/// bitsandbytes.optim.RMSprop in 8 bits.
constinit const OptimizerKind optimizers::rmsprop_bnb_8bit = {
    .name = "rmsprop_bnb_8bit",
    .library = "bitsandbytes",
    .rule =
        [](const OptimizerUse &use) {
            return step::bitsandbytes_optimizer({.bits = 8, .states = 1, .spares_embeddings = use.by_trainer});
        },
    .states = 1,
    .bits = 8,
    .fails_on_16_bit = {"bitsandbytes 0.50", "Gradient+optimizer bit data type combination not supported: grad torch.bfloat16, "
                                             "optimizer torch.float32"},
    .measured = MeasuredBy::trainer,
};

} // namespace plimsoll
