// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/cards/gpu.h"
#include "core/plan/plan.h"

#include <string>

namespace plimsoll {

/// Why nothing is gained by moving bytes from this card to its host: both have one memory (Apple, Jetson, DGX Spark, APUs). Empty
/// where they have not.
[[nodiscard]] std::string shares_memory(const Gpu &gpu);

/// Whether a resolved plan keeps checkpoints, activations, optimizer states or a KV cache on the host.
[[nodiscard]] bool moves_to_host(const Plan &plan);

} // namespace plimsoll
