// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/loading/loaded_weights.h"
#include "core/resolve/resolve.h"

#include <memory>

namespace plimsoll {

/// Who makes this plan's model, at which release and for which card. Everything but `quant` and `dtype`, which the caller knows.
[[nodiscard]] Loader loader_of(const Plan &plan, const CardFacts &device);

/// load_weights() of core/model, whose last answers the model keeps: nothing is worked out twice. Answers that are alike
/// for different loaders of one model are one object, so that they compare by address.
[[nodiscard]] Result<std::shared_ptr<const LoadedWeights>> weights_as_loaded(const Architecture &architecture,
                                                                             const Loader &loader);

/// The kernel that multiplies packed words where nothing is trained, with the release of transformers that says "auto" (core/nn/packed.cpp),
/// and why; empty: none that is named.
[[nodiscard]] std::string_view kernel_of(const ResolvedPlan &resolved);
[[nodiscard]] std::string why_kernel();

/// Whether `card` makes the same of the weights as the card that `resolved` was resolved for.
[[nodiscard]] bool loads_alike_on(const Architecture &architecture, const ResolvedPlan &resolved, const CardFacts &card);

/// `warnings` into those of an estimate that was made of `resolved`: behind what its loading says before all else.
void put_behind_loading(std::vector<Warning> &into, const std::vector<Warning> &warnings, const ResolvedPlan &resolved);

} // namespace plimsoll
