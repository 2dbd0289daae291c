// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/nn/forward_inputs.h"
#include "core/torch/ops.h"

#include <optional>

namespace plimsoll::step {

/// Keys that attention sees, as the cache's get_mask_sizes says (transformers cache_utils.py); `window`: of a sliding layer.
[[nodiscard]] Count key_length(const ForwardInputs &inputs, std::optional<Count> window);
/// Puts keys and values into the layer's cache and leaves in `k` and `v` what attention reads of it.
void update_cache(Machine &m, LayerCache &cache, std::optional<Count> window, const ForwardInputs &inputs, Tensor &k, Tensor &v);

} // namespace plimsoll::step
