// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"
#include "core/torch/units.h"

namespace plimsoll::step {

/// Puts a decoder's parameters into the order in which its class registers them: some have their final norm ahead of the layers
/// (OPT). Whoever lays parameters out flat depends on it.
void put_in_registered_order(const Architecture &architecture, ModelParameters &parameters);

} // namespace plimsoll::step
