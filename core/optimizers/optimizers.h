// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/optimizers/optimizer_kind.h"
#include "core/plan/optimizer_names.h"

#include "core/plan/optimizer_names.h"

#include <string>
#include <vector>

namespace plimsoll {

/// The optimizers: core/optimizers/kinds/<name>.cpp has each. Of all files but theirs only core/optimizers/optimizers.cpp names them.
namespace optimizers {
#define PLIMSOLL_DECLARED(name) extern const OptimizerKind name;
PLIMSOLL_OPTIMIZERS(PLIMSOLL_DECLARED)
#undef PLIMSOLL_DECLARED
} // namespace optimizers

/// What an optimizer of a plan is.
[[nodiscard]] const OptimizerKind &kind_of(OptimizerName name);
[[nodiscard]] const OptimizerKind &kind_of(const Optimizer &optimizer);

/// Every optimizer, in the order of the names, which is that of their values.
[[nodiscard]] const std::vector<const OptimizerKind *> &all_optimizers();

/// One more, which plans may name from now on; before plan_fields() is first asked and while nothing else runs.
OptimizerName add_optimizer(const OptimizerKind &kind);

/// The names of those that have a property, as errors list them: "adamw | adam".
[[nodiscard]] std::string optimizers_that(bool (*have)(const OptimizerKind &), std::string_view between = " | ");

/// Whether a plan's parameters are stepped as soon as their gradients are there.
[[nodiscard]] bool steps_in_backward(const Optimizer &optimizer);

/// Whether it is of torch.optim with fused and foreach forms.
[[nodiscard]] bool has_torch_forms(const OptimizerKind &kind);
/// Whether it keeps both of Adam's moments unpacked on the card: what others may take the place of.
[[nodiscard]] bool keeps_plain_moments(const OptimizerKind &kind);
/// Whether bitsandbytes has it.
[[nodiscard]] bool by_bitsandbytes(const OptimizerKind &kind);
/// Whether `other` keeps the same states in the same bits and lets them go to the host.
[[nodiscard]] bool pages_states_of(const OptimizerKind &other, const OptimizerKind &kind);

} // namespace plimsoll
