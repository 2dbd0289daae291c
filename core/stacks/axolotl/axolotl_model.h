// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"
#include "core/plan/plan.h"

namespace plimsoll::step {

/// axolotl 0.21 utils/schemas/validation.py, lora_kernels_auto_enable: transformers' classes whose projections are its own functions
/// (kernels/lora.py). Null where it turns none on.
[[nodiscard]] ArchitectureRef axolotl_model(const Architecture &architecture, const Plan &plan);

} // namespace plimsoll::step
