// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/serving/llama_graph.h"
#include "core/serving/llama_start.h"

#include <memory>

namespace plimsoll {

/// Which layers are on cards.
struct LlamaLayers {
    Count on_cards = 0;      ///< -ngl: the last ones, the output among them
    Count host_experts = 0;  ///< --n-cpu-moe
    std::vector<Count> each; ///< of every card; empty: cut by the cards' memory
};

/// Lays a call's tensors, caches and graphs out on its cards and the host. The call's context may change from one answer to the
/// next, nothing else of it.
class LlamaPlacing {
public:
    explicit LlamaPlacing(const LlamaCall &call);
    [[nodiscard]] LlamaStart laid_out(const LlamaLayers &layers);
    /// Whether a card, or every one, holds its part beside the margin and what reads pictures.
    [[nodiscard]] bool fits(const LlamaStart &start, std::size_t card, Bytes margin) const;
    [[nodiscard]] bool fits(const LlamaStart &start, Bytes margin) const;
    /// Of the model, the layer that drafts and the output, which counts as one.
    [[nodiscard]] Count all_layers() const;

private:
    struct Split;
    [[nodiscard]] Split split_of(const LlamaLayers &layers) const;
    [[nodiscard]] bool flash() const;
    void weights(LlamaStart &out, const Split &split) const;
    void add_next_layer(LlamaStart &out, const Split &split, LlamaSetup setup);
    void add_draft_model(LlamaStart &out) const;
    [[nodiscard]] LlamaSetup setup_of(const Split &split, const LlamaCaches &caches, const LlamaStart &start) const;
    void print(LlamaStart &out, const Split &split, const LlamaCaches &caches, const LlamaSetup &setup) const;
    [[nodiscard]] bool drafts_itself() const { return m_call.draft.method == SpeculativeMethod::mtp; }

    const LlamaCall &m_call;
    std::size_t m_cpu;
    GgmlGraph m_graph;                   ///< its room is for every layout that is tried
    std::vector<GgufTensor> m_with_next; ///< the model's own tensors and those of the layer behind, where that drafts
};

/// Bytes of a place together.
[[nodiscard]] inline Bytes sum_of(const EnginePlace &p) { return p.weights + p.kv_cache + p.state + p.compute; }

/// What --fit makes of a call: its context, where nobody gave one, and the layers that are on cards (common/fit.cpp). `layers`: those
/// that were asked for; nothing: as many as fit.
[[nodiscard]] LlamaStart llama_fitted(LlamaCall &call, LlamaPlacing &placing, std::optional<Count> layers);

} // namespace plimsoll
