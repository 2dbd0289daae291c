// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"
#include "core/model/tree.h"

#include <functional>

namespace plimsoll {

/// A part of a decoder layer, for the order in which a family registers them.
enum class LayerPart : std::uint8_t { attention, mlp, input_norm, post_attention_norm, pre_mlp_norm, post_mlp_norm };

/// Registration order of a family; the default is LLaMA's.
struct TreeOrder {
    std::vector<LayerPart> layer{LayerPart::attention,           LayerPart::mlp,          LayerPart::input_norm,
                                 LayerPart::post_attention_norm, LayerPart::pre_mlp_norm, LayerPart::post_mlp_norm};
    std::string suffix{};                    ///< of the layer scope ("block")
    bool q_k_norms_first = false;            ///< before the projections
    bool router_first = true;                ///< the router before the experts
    bool correction_on_block = false;        ///< the router's correction bias is a buffer of the MoE block (MiniMax-M2)
    std::optional<Dtype> embedding_scale{};  ///< a scalar buffer on the embedding (Gemma, MiniCPM3)
    bool final_norm_first = false;           ///< before the layers (OPT)
    std::optional<Count> rotary_dim{};       ///< of the model's rotary embedding, where it is not the spec's; 0: it has none
    std::vector<std::string> rotary_types{}; ///< one pair of tables per layer type (Gemma 3, OLMo 3)
    bool norm_after_rotary = false;          ///< the final norm behind the rotary embedding (Phi)
    std::function<void(Tree &, const MlpSpec &)> after_router{};
    std::function<void(Tree &, const LayerSpec &)> after_attention{}, after_mlp{}; ///< what a family registers besides
};

/// Embeddings, layers, final norm and rotary embeddings of a decoder, under spec.prefix.
void add_decoder(Tree &tree, const DecoderSpec &spec, const TreeOrder &order = {});
/// The language-modelling head, tied where the spec says so.
void add_head(Tree &tree, const DecoderSpec &spec);

/// One layer's modules, inside the scope that is open.
void add_attention(Tree &tree, const AttentionSpec &attention, const TreeOrder &order = {});
void add_mlp(Tree &tree, const MlpSpec &mlp, const TreeOrder &order = {});
void add_layer(Tree &tree, const LayerSpec &layer, const TreeOrder &order = {});

} // namespace plimsoll
