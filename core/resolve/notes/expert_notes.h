// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/resolve/resolve.h"

#include <vector>

namespace plimsoll {

/// What a person must hear first who asks bitsandbytes for a model with fused experts, which it leaves as they are: code
/// "experts_not_quantised" with their bytes and who does pack them, "experts_in_float32" where PEFT's k-bit preparation makes them
/// float32 besides (peft 0.21 utils/other.py, prepare_model_for_kbit_training). `built`: as the plan's release builds it. Empty
/// for other plans.
[[nodiscard]] std::vector<Warning> expert_notes(const Architecture &built, const Plan &resolved);

/// Code "target_without_module" for each of adapter.targets that no module has, although others match.
[[nodiscard]] std::vector<Warning> target_notes(const Architecture &built, const Plan &resolved);

} // namespace plimsoll
