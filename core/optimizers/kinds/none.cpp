// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizers.h"

namespace plimsoll {

/// No optimizer: gradients stay as they are.
constinit const OptimizerKind optimizers::none = {
    .name = "none",
};

} // namespace plimsoll
