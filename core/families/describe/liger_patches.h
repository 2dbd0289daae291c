// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"
#include "core/nn/liger.h"
#include "core/plan/plan.h"

#include <string>

namespace plimsoll::step {

/// What Liger replaces of a model: MODEL_TYPE_TO_APPLY_LIGER_FN of liger_kernel 0.8.5, transformers/monkey_patch.py, with its
/// functions' defaults as they patch a model that stands, and since which release there is an entry; of these what `kernels` leaves
/// on where it names parts. Nothing for a type that the
/// release does not know: transformers warns and goes on without.
[[nodiscard]] LigerForms liger_forms(const Architecture &architecture, const Plan &plan);

/// The first release that knows this model's type, where plan.libraries names an older one: "0.8.0"; else empty.
[[nodiscard]] std::string fused_loss_since(const Architecture &architecture, const Plan &plan);

/// Whether applying Liger to this model raises an ImportError: liger_kernel 0.8.5 transformers/model/output_classes.py takes output
/// classes from transformers that 5.23.0 no longer has (run with both; findings/liger_output_classes.sh).
[[nodiscard]] bool liger_raises(const Architecture &architecture, const Plan &plan);

} // namespace plimsoll::step
