// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/nn/attention.h"

#include <functional>

namespace plimsoll::step {

/// UlyssesSPAttentionHF of DeepSpeed 0.19.8 (runtime/sequence_parallel/ulysses_sp.py) around `inner`, one of transformers' attention
/// functions: `ranks` exchange their parts of a sequence for parts of its heads, attention runs on the whole sequence, and its
/// result is exchanged back. `call`: of this rank's part, all heads. Heads divide by `ranks`; keys' heads do, or divide it.
using InnerAttention = std::function<Tensor(Machine &m, Tensor q, Tensor k, Tensor v, const AttentionCall &call)>;
[[nodiscard]] Tensor ulysses_attention(Machine &m, const Tensor &q, const Tensor &k, const Tensor &v, const AttentionCall &call,
                                       Count ranks, const InnerAttention &inner);

/// The gradient of the values comes back in an order that their projection copies.
[[nodiscard]] bool turns_values(const AttentionCall &call, Count ranks);

} // namespace plimsoll::step
