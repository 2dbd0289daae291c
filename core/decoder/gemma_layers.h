// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/extension.h"
#include "core/nn/experts/experts.h"

#include <deque>
#include <string>
#include <vector>

namespace plimsoll {

/// Per layer: whose keys it reads, where the layers from `first_shared` on have none (kv_sharing_modes of Gemma 3n's and 4's
/// configurations). `types`: of the layers.
[[nodiscard]] std::vector<KvSharing> kv_sharing_of(const std::vector<std::string> &types, std::size_t first_shared);

} // namespace plimsoll

namespace plimsoll::step {

struct Layer;
struct Pass;

/// Modules of a layer that Gemma 3n and 4 have beside attention, MLP and four norms; its experts are the layer's own.
struct GemmaModules {
    LinearModule input_gate, input_projection;
    NormModule input_norm, mlp_norm, experts_norm, before_experts;
    LinearModule correction, prediction, router, laurel_left, laurel_right; ///< Gemma 3n
    NormModule router_norm, laurel_norm;
    Leaf output_scale;

    void load(Machine &m, const GemmaSpec &spec, const Precision &precision);
    /// Those that exist, in the order of gemma_linears().
    [[nodiscard]] std::vector<LinearModule *> linears();
    [[nodiscard]] std::vector<NormModule *> norms();
};

/// The linear modules that `spec` names.
[[nodiscard]] std::vector<const LinearSpec *> gemma_linears(const GemmaSpec &spec);

/// The model's own modules that make every layer's input.
struct LayerInputModules {
    Leaf embedding;
    LinearSpec projection_spec; ///< its width grows with the number of layers
    LinearModule projection;
    NormModule norm;
    LinearSpec stream_spec;
    std::deque<LinearModule> spread, gather; ///< Gemma 3n: of every stream but the first

    void load(Machine &m, const DecoderSpec &spec, const Precision &precision);
    /// One more number a layer than the token embedding: [batch, length, layers, width].
    /// `named` gets what the embedding alone gave.
    [[nodiscard]] Tensor forward(Machine &m, Shape tokens, const Tensor &embedded, Tensor *named);
    /// Gemma 3n: [batch, length, hidden] to [streams, batch, length, hidden] and back; `named`: what the model has names for.
    [[nodiscard]] Tensor spread_out(Machine &m, const Tensor &hidden, std::vector<Tensor> &named);
    [[nodiscard]] Tensor gathered(Machine &m, const Tensor &hidden, std::vector<Tensor> &named);
    [[nodiscard]] std::vector<LinearModule *> linears();
};

/// Gemma 3n's and 4's attention, with keys of its own or of an earlier layer.
[[nodiscard]] Tensor gemma_attention(Machine &m, Layer &layer, const Tensor &x, const Pass &pass);

/// The linear modules of the model itself, in the order of LayerInputModules::linears(), by their full names.
[[nodiscard]] std::vector<std::string> model_linears(const DecoderSpec &spec);

} // namespace plimsoll::step
