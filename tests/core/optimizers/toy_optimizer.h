// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/optimizers/optimizer_kind.h"

namespace plimsoll {

extern const OptimizerKind toy_optimizer;

} // namespace plimsoll
