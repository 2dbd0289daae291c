// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/nn/modules.h"
#include "core/resolve/resolve.h"

#include <optional>
#include <string_view>

namespace plimsoll::step {

/// How the weights of a resolved plan are held.
[[nodiscard]] Precision precision_of(const Plan &plan, const std::shared_ptr<const LoadedWeights> &loaded);

/// Why no step can be made with weights that are held so.
[[nodiscard]] std::optional<Error> unsupported_quant(const ResolvedPlan &resolved);

/// peft 0.21 utils/other.py, prepare_model_for_kbit_training: methods whose models it leaves as they are.
[[nodiscard]] bool keeps_dtype(std::string_view quant);

} // namespace plimsoll::step
