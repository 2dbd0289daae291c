// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/cards/gpu.h"
#include "core/plan/plan.h"

#include <string>
#include <vector>

namespace plimsoll {

/// What the card makes of the plan's precision: what "auto" becomes there, and what its hardware does not compute in.
[[nodiscard]] std::vector<std::string> precision_notes(const Plan &plan, const Gpu &gpu);

/// Why the plan does not run on this card, whatever room it has: bitsandbytes or FlashAttention 2 has no kernels for it. Empty: it runs,
/// as far as is known.
[[nodiscard]] std::string lacking_kernels(const Plan &plan, const Gpu &gpu);

} // namespace plimsoll
