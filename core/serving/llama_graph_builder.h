// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/extension.h"
#include "core/serving/llama_graph.h"

namespace plimsoll {

/// Builds llama.cpp's graph of a decoder, layer by layer; llama_compute_buffers() runs it.
class LlamaGraphBuilder {
public:
    LlamaGraphBuilder(GgmlGraph &graph, const Architecture &architecture, const std::vector<GgufTensor> &tensors,
                      const LlamaSetup &setup);
    void build();
    void build_next(); ///< the graph of the layer behind the model's own

private:
    struct Caches {
        GgmlId mask = -1, window_mask = -1, keys_at = -1, values_at = -1, window_keys_at = -1, window_values_at = -1;
    };
    struct Heads {
        GgmlId q = -1, k = -1, v = -1;
    };

    // weights: llama_graph.cpp
    GgmlId weight(GgufRole role);                                  ///< -1: the file has none
    GgmlId weight(GgufRole role, std::initializer_list<Count> ne); ///< of these sizes where the file has none
    GgmlId vector(Count width);                                    ///< a bias or a norm's weight of the layer that is built
    [[nodiscard]] std::vector<std::size_t> chosen_layers() const;
    void inputs();
    void layer(std::size_t index, bool last);
    void layer_of(const LayerSpec &spec, bool last);
    GgmlId head(GgmlId x);
    GgmlId norm(GgmlId x, const NormSpec &spec, bool of_layer = true);
    GgmlId norm_kind(GgmlId x, NormKind kind, Count width, bool bias, bool of_layer);
    GgmlId linear(GgmlId x, GgufRole role, bool bias);
    GgmlId add(GgmlId a, GgmlId b) { return m_graph.like(GgmlOp::add, a, {b}); }
    GgmlId mul(GgmlId a, GgmlId b) { return m_graph.like(GgmlOp::mul, a, {b}); }
    GgmlId one(GgmlOp op, GgmlId a) { return m_graph.like(op, a); }
    GgmlId rows(GgmlId x);
    GgmlId parallel_sum(GgmlId attention, GgmlId forward, GgmlId residual);

    // attention: llama_graph_attention.cpp
    GgmlId attention(GgmlId x, const LayerSpec &spec);
    GgmlId latent_attention(GgmlId x, const LayerSpec &spec);
    Heads heads(GgmlId x, const LayerSpec &spec);
    GgmlId rope(GgmlId x, Count rotary);
    GgmlId attend(Heads h, const LayerSpec &spec, GgmlId latent_values = -1);
    GgmlId attend_plain(GgmlId q, GgmlId k, GgmlId v, GgmlId mask, const AttentionSpec &a, bool transposed, GgmlId latent_values);
    GgmlId attend_flash(GgmlId q, GgmlId k, GgmlId v, GgmlId mask, GgmlId latent_values);
    GgmlId rotated(GgmlId x);
    Heads stored(const Heads &h, bool window, bool latent);
    void flash_of_card(GgmlId node, GgmlId q, GgmlId k, GgmlId v);

    // feed-forward: llama_graph_mlp.cpp
    GgmlId mlp(GgmlId x, const LayerSpec &spec);
    GgmlId feed_forward(GgmlId x, GgufRole gate, GgufRole up, GgufRole down, const MlpSpec &spec);
    GgmlId experts(GgmlId x, const MoeSpec &moe, Activation activation);
    GgmlId router_weights(GgmlId logits, const MoeSpec &moe, GgmlId &chosen);
    GgmlId summed(GgmlId experts, const MoeSpec &moe);

    // recurrences: llama_graph_recurrent.cpp
    GgmlId recurrence(GgmlId x, const MixerSpec &m);
    GgmlId delta_net(GgmlId x, const MixerSpec &m);
    GgmlId state_rows(Count width);

    GgmlGraph &m_graph;
    const Architecture &m_architecture;
    const DecoderSpec &m_decoder;
    const std::vector<GgufTensor> &m_tensors;
    const LlamaSetup &m_setup;
    std::vector<std::size_t> m_first; ///< tensor of each layer
    std::int16_t m_cpu = 0;
    std::int16_t m_at = 0; ///< of the layer that is built
    int m_layer = -1;
    bool m_full = false; ///< every layer and the output are on cards
    bool m_rows_at_end = false;
    Count m_tokens = 0;
    GgmlId m_positions = -1, m_out_rows = -1, m_rotation = -1, m_states = -1;
    Caches m_caches;
};

} // namespace plimsoll
