// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/nn/forward_inputs.h"
#include "core/torch/ops.h"

#include <memory>

// mamba-ssm 2.3.2 and the convolutions of causal-conv1d 1.6 inside it, as transformers 5.23 calls them where they are installed
// (integrations/hub_kernels.py, use_kernel_func_from_hub_with_fallback): the Python and C++ around the kernels allocates, the kernels
// do not. Where a size depends on the tiles that Triton's tuning chooses, the allocation is that of the smallest tile.

namespace plimsoll::step {

/// Sizes of a Mamba 2 mixer.
struct SsdSizes {
    Count batch, length, heads, width, groups, state, chunk; ///< width, state: of one head
    std::shared_ptr<TunedKernels> tuned = {};                ///< MixerForms::tuned
};

/// What goes into a Mamba 2 mixer's scan; undefined where the module has none.
struct SsdInputs {
    Tensor a;       ///< -exp(A_log), float32
    Tensor d;       ///< skip, one number a head
    Tensor dt_bias; ///< of the time step
};

/// What one call computes from in_proj to out_proj; undefined where the module has none.
struct SplitScanInputs {
    Tensor projected; ///< in_proj's result [batch, length, gate, x, B, C and time step]
    Tensor conv_weight, conv_bias;
    SsdInputs scan;
    Tensor norm_weight; ///< undefined: the gate is multiplied in the scan (Falcon-H1)
    Tensor out_weight, out_bias;
};

/// ops/triton/ssd_combined.py, MambaSplitConv1dScanCombinedFn: keeps what went in, the scan's result and the norm's 1/deviations;
/// convolution and states are made again in backward. It multiplies with out_proj.weight itself and makes its gradient whether
/// or not it trains. Returns [batch, length, rows of out_weight], under autocast in its dtype.
[[nodiscard]] Tensor split_conv_scan(Machine &m, const SsdSizes &sizes, const SplitScanInputs &inputs);

/// ops/triton/ssd_combined.py, MambaChunkScanCombinedFn without a gate, of `mixed` [batch, length, x, B and C] and the time
/// step `dt` [batch, length, heads]. `gives_state`: the last state is returned as well, to a cache. Returns [batch, length,
/// heads · width] in the dtype of `mixed`.
[[nodiscard]] Tensor chunk_scan(Machine &m, const SsdSizes &sizes, const Tensor &mixed, const Tensor &dt, const SsdInputs &inputs,
                                bool gives_state);

/// Sizes of a Mamba 1 mixer.
struct SelectiveSizes {
    Count batch, length, inner, state, rank;
};

/// What Mamba 1 computes from in_proj to out_proj in one call.
struct InnerInputs {
    Tensor projected; ///< in_proj's result, gate behind values
    Tensor conv_weight, conv_bias;
    Tensor x_weight, dt_weight, dt_bias; ///< of x_proj and dt_proj; the bias in float32
    Tensor a, d;                         ///< float32
    Tensor out_weight, out_bias;
    bool norms = false; ///< B, C and time step are normalised (Falcon-Mamba)
};

/// ops/selective_scan_interface.py, MambaInnerFn with checkpoint_lvl 1: keeps a copy of what came in, laid out along the sequence,
/// the scan's result, a state for every 2,048 tokens, and copies of B and C. Returns [batch, length, rows of out_weight].
[[nodiscard]] Tensor mamba_inner(Machine &m, const SelectiveSizes &sizes, const InnerInputs &inputs);

/// What goes into a selective scan.
struct SelectiveInputs {
    Tensor hidden, dt, b, c, gate; ///< hidden, dt, gate: [batch, inner, length]; b, c: [batch, length, state]
    Tensor a, d, dt_bias;          ///< float32
};

/// ops/selective_scan_interface.py, SelectiveScanFn with a gate. Only dt lies along the sequence as it comes: the others are
/// copied. Returns [batch, inner, length].
[[nodiscard]] Tensor selective_scan(Machine &m, const SelectiveSizes &sizes, const SelectiveInputs &inputs);

/// A function of more inputs than a node has edges: a node beside its own, whose gradients are what the function's backward
/// leaves in `gradients`, in the order of `inputs`. Goes among the inputs of the function's node.
[[nodiscard]] Tensor further_inputs(Machine &m, std::initializer_list<const Tensor *> inputs,
                                    const std::shared_ptr<Gradients> &gradients);

/// What save_for_backward() keeps of these; an undefined one is None.
void keep_all(Machine &m, Node &node, std::initializer_list<const Tensor *> tensors);

} // namespace plimsoll::step
