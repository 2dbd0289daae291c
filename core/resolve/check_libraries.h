// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/model/architecture.h"
#include "core/plan/plan.h"

#include <optional>

namespace plimsoll {

/// What transformers 5.23, PEFT 0.21, bitsandbytes 0.50 and torch 2.15 raise on when they run this plan, by what the model is made
/// of; nothing where they run it. Attention kernels that a model cannot have are accepted_attention()'s business.
[[nodiscard]] std::optional<Error> refused_by_libraries(const Plan &plan, const Architecture &architecture);

/// Why flash-attn 2 does not run this model's attention; nothing where it does. Of a model without a description: nothing.
[[nodiscard]] std::optional<std::string> refused_by_flash2(const Plan &plan, const Architecture &architecture);

} // namespace plimsoll
