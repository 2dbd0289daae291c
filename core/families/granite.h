// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/family.h"

namespace plimsoll {

/// Granite's MLP beside its experts: one projection for gate and up. No width: none.
void add_granite_shared(MlpSpec &mlp, Count hidden, Count width);

} // namespace plimsoll
