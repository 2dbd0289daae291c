// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"
#include "core/plan/plan.h"
#include "core/resolve/resolve.h"

#include <vector>

namespace plimsoll {

/// Whether layers of this model have a recurrence or a convolution over the sequence.
[[nodiscard]] bool has_recurrences(const DecoderSpec &spec);
/// Whether a training runs every recurrence of this model in the kernels that `kernels` names: what else would be approximated
/// in it is as it is.
[[nodiscard]] bool runs_in_kernels(const DecoderSpec &spec, const Plan &resolved);

/// What kernels of recurrences do to a training beside its memory: code "kernels_raise" where a step raises, "adapters_passed_by"
/// where they multiply with a matrix that has an adapter.
[[nodiscard]] std::vector<Warning> kernel_warnings(const Architecture &architecture, const Plan &resolved);

} // namespace plimsoll
