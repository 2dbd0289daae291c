// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"
#include "core/optimizers/optimizers.h"

namespace plimsoll {

/// torch.optim.Muon for the matrices of the layers.
constinit const OptimizerKind optimizers::muon = {
    .name = "muon",
    .library = "torch",
    .rule = [](const OptimizerUse &) { return step::muon(); },
    .states = 1,
};

} // namespace plimsoll
