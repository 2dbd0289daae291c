// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"
#include "core/optimizers/optimizers.h"

namespace plimsoll {

/// torch.optim.Rprop.
constinit const OptimizerKind optimizers::rprop = {
    .name = "rprop",
    .library = "torch",
    .rule = [](const OptimizerUse &) { return step::torch_rprop(); },
    .states = 2,
};

} // namespace plimsoll
