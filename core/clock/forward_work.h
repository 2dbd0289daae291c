// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"
#include "core/model/architecture.h"

#include <vector>

namespace plimsoll {

/// A matrix that a forward multiplies with, as often as alike ones occur.
struct ForwardMatrix {
    Count in = 0, out = 0;
    Count experts = 0,
          chosen = 0; ///< of a layer's experts: so many alike, of which a token passes `chosen`; 0: every token passes it
    Count times = 1;
    bool head = false;   ///< reads only rows whose logits are wanted
    bool joined = false; ///< engines lay it beside the one before: keys and values beside queries, what is gated beside its gate
    [[nodiscard]] double elements() const
    {
        return static_cast<double>(in) * static_cast<double>(out) * static_cast<double>(times) *
               static_cast<double>(experts > 0 ? experts : 1);
    }
    /// Of the matrices that `tokens` rows pass at least one of: of n experts 1 − (1 − k / n)^tokens are chosen by somebody.
    [[nodiscard]] double touched(double tokens) const;
    /// Multiplications and additions of a token.
    [[nodiscard]] double operations() const;
};

/// Attention of layers alike.
struct ForwardAttention {
    Count layers = 0, heads = 0, head_dim = 0, v_head_dim = 0, kv_heads = 0;
    Count window = 0; ///< 0: all keys
    Count cached = 0; ///< values kept of a token and layer
};

/// What a forward of a decoder has to do, apart from how many tokens go through it.
struct ForwardWork {
    std::vector<ForwardMatrix> matrices;
    std::vector<ForwardAttention> attentions;
    Count layers = 0;
    Count hidden = 0;
    Count activated = 0;                   ///< of a token, what its MLPs' activations make, all layers together
    Count embedding = 0;                   ///< elements of a table that is only looked up
    [[nodiscard]] double elements() const; ///< of the matrices
};
[[nodiscard]] ForwardWork forward_work(const DecoderSpec &decoder);

} // namespace plimsoll
