// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"
#include "core/optimizers/optimizers.h"

namespace plimsoll {

/// bitsandbytes.optim.RMSprop in 32 bits.
constinit const OptimizerKind optimizers::rmsprop_bnb = {
    .name = "rmsprop_bnb",
    .library = "bitsandbytes",
    .rule = [](const OptimizerUse &) { return step::bitsandbytes_optimizer({.bits = 32, .states = 1}); },
    .states = 1,
    .bits = 32,
    .fails_on_16_bit = {"bitsandbytes 0.50", "Gradient+optimizer bit data type combination not supported: grad torch.bfloat16, "
                                             "optimizer torch.float32"},
    .measured = MeasuredBy::trainer,
};

} // namespace plimsoll
