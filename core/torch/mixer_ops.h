// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/torch/ops.h"

// Operations that recurrences need beyond those of decoders.

namespace plimsoll::step {

/// a · b broadcast against each other to `shape`: each keeps the other; a gradient is made whole, then summed down.
[[nodiscard]] Tensor outer(Machine &m, Tensor a, Tensor b, Shape shape);
/// exp: keeps its result.
[[nodiscard]] Tensor exponential(Machine &m, Tensor x);
/// cumsum, masked_fill, flip: a new tensor forward, one backward, nothing kept.
[[nodiscard]] Tensor copy_of(Machine &m, Tensor x, Shape shape, const char *name);
/// Sum of a and b, which broadcast against each other to `shape`.
[[nodiscard]] Tensor outer_sum(Machine &m, Tensor a, Tensor b, Shape shape);
/// Pieces of the last dimension (torch.split, chunk): backward puts their gradients together at once.
[[nodiscard]] std::vector<Tensor> split_last(Machine &m, const Tensor &x, std::initializer_list<Count> parts);
/// Depthwise convolution over the sequence (ATen Convolution.cpp, DepthwiseConv2d.cu): its input is kept as it came, and
/// copied into order in both directions; `bias` may be undefined. `padding` rows come beyond the length, cut off by a slice.
[[nodiscard]] Tensor depthwise_conv(Machine &m, Tensor x, const Tensor &weight, const Tensor &bias, Count channels, Count length,
                                    Count padding);
/// A product of two tensors that a contraction has laid out anew: `left` and `right` copies first, where asked for.
[[nodiscard]] Tensor contraction(Machine &m, Tensor a, Tensor b, Shape out, bool copy_a, bool copy_b);
/// What a loop of `turns` keeps, `each` bytes at a time, added to `node`. Turns that share a block of the allocator's small
/// pool, or a segment of its large one, stand as one.
void keep_turns(Machine &m, Node &node, Count turns, Bytes each, const char *name);
/// x · mask[:, :, None] in x's dtype.
[[nodiscard]] Tensor mask_padding(Machine &m, Tensor x, bool masked);

/// x * rsqrt((x * x).sum(dim=-1, keepdim=True) + eps), or x / sqrt(…), which keep as much.
[[nodiscard]] Tensor unit_vectors(Machine &m, Tensor x);

} // namespace plimsoll::step
