// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/nn/liger.h"

#include <string_view>

namespace plimsoll::step {

/// What Liger replaces for a model type: MODEL_TYPE_TO_APPLY_LIGER_FN of liger_kernel 0.8.5, transformers/monkey_patch.py, with its
/// functions' defaults. Nothing for a type that it does not know: transformers warns and goes on without.
[[nodiscard]] LigerForms liger_forms(std::string_view model_type);

} // namespace plimsoll::step
