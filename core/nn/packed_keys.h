// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/nn/forward_inputs.h"
#include "core/torch/ops.h"

namespace plimsoll::step {

/// Keys or values of one layer in fewer bits.
struct PackedHalf {
    Tensor data, scale, zero;
};

/// What a layer of transformers' QuantizedCache holds (transformers 5.23, cache_utils.py): all tokens in fewer bits, but for those
/// since they were last packed, which stand in the layer's key and value.
struct PackedKeys {
    PackedHalf keys, values;
    Count prompt = 0; ///< tokens of the first update, which are packed at once
    Count packed = 0; ///< tokens
};

/// Tokens that stay in full beside the packed ones until so many are together (residual_length).
inline constexpr Count residual_tokens = 128;
/// Values that share a scale (q_group_size).
inline constexpr Count values_per_scale = 64;

/// Puts keys and values into the layer's quantised cache and leaves in `k` and `v` what attention reads: at first they
/// themselves, then all tokens unpacked.
void update_packed(Machine &m, LayerCache &cache, const ForwardInputs &inputs, Tensor &k, Tensor &v);

} // namespace plimsoll::step
