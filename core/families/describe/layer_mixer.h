// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/extension.h"
#include "core/model/family.h"

namespace plimsoll {

class RecipeModules;

/// What a layer of a recurrence has beside its norms and MLP. `sizes` without parameters; those are the modules of `tree`
/// whose names begin with `layer`.`sizes.name`.
[[nodiscard]] std::shared_ptr<const LayerExtension> mixer_extension(const Tree &tree, const std::string &layer, MixerSpec sizes,
                                                                    bool residual_fp32 = false);
/// The same of a layer that a recipe built.
[[nodiscard]] std::shared_ptr<const LayerExtension> mixer_extension(const RecipeModules &layer, MixerSpec sizes);
/// The convolution of LFM2 and its heirs, as wide as the hidden size.
[[nodiscard]] MixerSpec short_convolution(const Config &config);

} // namespace plimsoll
