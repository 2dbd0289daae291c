// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapters.h"
#include "core/adapters/default_targets.h"

namespace plimsoll {

/// peft 0.21.2 tuners/ln_tuning.
constinit const AdapterMethod adapters::ln_tuning = {
    .name = "ln_tuning",
    .title = "LN tuning",
    .trains_norms = true,
    .default_targets = ln_tuning_targets,
};

} // namespace plimsoll
