// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/nn/attention.h"
#include "core/torch/units.h"

namespace plimsoll::step {

/// Ring attention of torch.distributed.tensor.experimental (torch 2.15, _context_parallel/_attention.py) on the flash kernels, causal and
/// load-balanced: a rank holds two pieces of the sequence, `call` is of both. Keys and values are gathered at once (rotation
/// "allgather", the default of torch and of accelerate's cp_size) or come one rank's after another's ("alltoall"); results are merged
/// in float32.
[[nodiscard]] Tensor ring_attention(Machine &m, const Tensor &q, const Tensor &k, const Tensor &v, const AttentionCall &call,
                                    const ContextRing &ring);

/// The merged result lies head by head: rounds of keys further on in the sequence replace a half of it.
[[nodiscard]] inline bool lies_by_heads(const ContextRing &ring) { return ring.place + 1 < ring.ranks; }

} // namespace plimsoll::step
