// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/nn/parameter_lora.h"

namespace plimsoll::step {

/// Which experts each token goes to.
struct Routing {
    Tensor scores;  ///< [tokens, top_k]
    Tensor indices; ///< [tokens, top_k], int64
    Tensor logits;
};

/// What the router of a sparse MLP holds.
struct Router {
    const MoeSpec *spec = nullptr;
    Adaptable weight;         ///< of a module with a bare parameter
    LinearModule linear;      ///< of one that is a torch.nn.Linear
    Leaf bias;                ///< beside the bare weight
    Leaf scale, expert_scale; ///< Gemma 4's
    Tensor correction;        ///< e_score_correction_bias

    void load(Machine &m, const MlpSpec &mlp, Count hidden, const Precision &precision);
};

/// The router's forward, by its kind. `x`: noise is put on it in place where the kind does so while training.
[[nodiscard]] Routing route(Machine &m, Router &router, Tensor &x, bool training);

/// Of kind normed_softmax, which reads another input than the experts: `logits` are the probabilities.
[[nodiscard]] Routing normed_softmax_route(Machine &m, Router &router, const Tensor &x);

/// Noise on an input, in place.
[[nodiscard]] Tensor jitter(Machine &m, const Tensor &x);

} // namespace plimsoll::step
