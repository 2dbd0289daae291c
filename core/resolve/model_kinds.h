// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"
#include "core/plan/plan.h"
#include "core/resolve/resolve.h"

#include <string>
#include <vector>

namespace plimsoll {

/// What the figures of this kind of model leave out or approximate: code "text_only" where towers stand idle beside the
/// language model, "approximated" where an operation is taken as something near it.
[[nodiscard]] std::vector<Warning> kind_warnings(const Architecture &architecture, const Plan &resolved);
/// What this kind of model takes that the step leaves out, so that its figures are a lower bound; empty: nothing.
[[nodiscard]] std::string left_out_of_kind(const Architecture &architecture, const Plan &resolved);
/// Whether this plan's step of the model is approximated; its interval is wider then.
[[nodiscard]] bool step_is_approximated(const Architecture &architecture, const Plan &resolved);

} // namespace plimsoll
