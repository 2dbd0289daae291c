// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"
#include "core/plan/plan.h"
#include "core/plan/resolve.h"

#include <vector>

namespace plimsoll {

/// What the figures of this kind of model leave out or approximate: code "text_only" where towers stand idle beside the
/// language model, "approximated" where an operation is taken as something near it.
[[nodiscard]] std::vector<Warning> kind_warnings(const Architecture &architecture, const Plan &resolved);
/// Whether the step of this model is approximated; its interval is wider then.
[[nodiscard]] bool step_is_approximated(const Architecture &architecture);

} // namespace plimsoll
