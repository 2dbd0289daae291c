// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/card_facts.h"
#include "core/ground/dtype.h"
#include "core/model/extension.h"
#include "core/serving/engine_start.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// What engines of one descent share: SGLang's model code (srt/layers, srt/models) comes from vLLM's (model_executor), and both hold
/// a model's matrices merged, padded and divided among ranks in the same way.
namespace plimsoll::ranks {

/// One rank of an engine, and what the model comes to on it.
struct Rank {
    const DecoderSpec &spec;
    std::string model_type;
    CardFacts card;
    Count tensor = 1;   ///< ranks that share each matrix
    Count pipeline = 1; ///< stages, of which this is the one with layers `begin` to `end`
    std::size_t begin = 0, end = 0;
    Count copies = 1;  ///< of all but the experts (data parallel): `tensor` × `copies` ranks share those
    Count experts = 1; ///< ranks among which experts are divided whole
    Count vocab = 0, padded_vocab = 0;
    Dtype dtype = Dtype::bf16;
    bool online_fp8 = false;
    bool triton_mx = false;       ///< MXFP4 experts in Triton's layout; else in padded blocks
    bool copies_absorbed = false; ///< latent attention keeps copies of its projection up, packed or plain; else of what is packed
    bool scales_tables = true;    ///< rotary tables of linear scaling reach as far as it does
    bool copies_attention = false; ///< of `copies` only attention and the embedding are copies
    bool whole_towers = false;     ///< each rank holds towers whole, and has other pictures
    bool whole_shared = false;     ///< shared experts stand whole on every rank, each of which has other tokens
    bool headless = false;         ///< its output embedding is not loaded
    bool packs_scales = false;     ///< scales of bitsandbytes' 4 bits stay packed a second time, as they are stored; else float32
    const LoadedWeights *loaded = nullptr;
    std::vector<const Module *> towers; ///< beside the language model; engines load them too

    [[nodiscard]] Bytes width() const { return size_of(dtype); }
    [[nodiscard]] int capability() const { return card.capability_major * 10 + card.capability_minor; }
    [[nodiscard]] Count shard(Count n) const { return (n + tensor - 1) / tensor; }
    [[nodiscard]] bool first() const { return begin == 0; }
    [[nodiscard]] bool last() const { return end == spec.layers.size(); }
    [[nodiscard]] Count experts_here(const MoeSpec &moe) const { return (moe.experts + experts - 1) / experts; }
    [[nodiscard]] Count expert_ranks() const { return tensor * copies; }
    /// Ranks that hold the same experts divide each of them.
    [[nodiscard]] Count expert_width(const MoeSpec &moe) const
    {
        const Count sharing = std::max<Count>(1, expert_ranks() / experts);
        return (moe.expert_width + sharing - 1) / sharing;
    }
    /// Of MLPs and the head, which are divided with attention or among all ranks of all copies.
    [[nodiscard]] Count shard_beside(Count n) const
    {
        return copies_attention ? (n + expert_ranks() - 1) / expert_ranks() : shard(n);
    }
    [[nodiscard]] Count shared_width(const MoeSpec &moe) const
    {
        return whole_shared ? moe.shared.width : shard_beside(moe.shared.width);
    }
    /// In Triton's layout of MXFP4, whose tiles are 64 wide.
    [[nodiscard]] Count triton_width(const MoeSpec &moe) const { return (expert_width(moe) + 63) / 64 * 64; }
    /// Of keys on one rank; falcon's description repeats them, its one projection does not.
    [[nodiscard]] Count kv_heads(const AttentionSpec &a) const
    {
        const Count stored = a.fused.out > 0 && a.head_dim > 0 ? (a.fused.out / a.head_dim - a.heads) / 2 : a.kv_heads;
        return std::max<Count>(1, std::min(stored, a.kv_heads) / tensor);
    }
    /// Rows of queries, keys and values, which stand in one matrix and are three in a checkpoint.
    [[nodiscard]] std::vector<Count> stored_heads(const AttentionSpec &a) const;
    [[nodiscard]] const LayerSpec &layer(std::size_t i) const { return spec.kinds[static_cast<std::size_t>(spec.layers[i])]; }
    /// How the matrix of the layer `scope` ("model.layers.0.") is stored; null: in a plain dtype.
    [[nodiscard]] MatrixLayoutRef layout_of(const std::string &scope, const LinearSpec &linear) const;
    [[nodiscard]] bool sparse_latent() const
    {
        const LayerSpec &first = spec.kinds.front();
        return first.extension && first.extension->indexer;
    }
};

/// "model.layers.3."
[[nodiscard]] std::string scope_of(const DecoderSpec &spec, std::size_t layer);

/// Modules that stand beside the language model of a larger one.
[[nodiscard]] std::vector<const Module *> towers_of(const Architecture &model);

/// A tensor in bytes, as it is asked of the allocator, and what stands only while it is made of it.
struct Asked {
    Bytes bytes = 0, from = 0;
    Asked(Bytes all, Bytes made_from = 0) : bytes(all), from(made_from) {}
};
/// Tensors of one layer, or of what stands beside layers.
using Sizes = std::vector<Asked>;
[[nodiscard]] std::vector<Sizes> weights_of_kinds(const Rank &rank, const StartCall &call); ///< by index into spec.kinds
[[nodiscard]] Sizes weights_beside(const Rank &rank);
/// Of those the table that gives every layer an embedding of its own of each token (Gemma 3n and 4); 0: none.
[[nodiscard]] Bytes layer_embedding(const Rank &rank);
/// That table first, and what prepares its rows, on every stage (vLLM 0.33 models/gemma4.py, gemma3n.py); empty: there is none.
[[nodiscard]] Sizes layer_input_weights(const Rank &rank);
/// Places for adapters, made whole when the model is loaded: A and B of every matrix (lora/layers of vLLM 0.33). `tables`: embedding and
/// head have places too.
[[nodiscard]] Sizes lora_places(const Rank &rank, const LoraSlots &slots, bool tables);

/// Parameters of decoder layers that a rank leaves with the host: in their order, until so many bytes are there (vLLM 0.33
/// model_executor/offloader/uva.py, SGLang 0.5.23 srt/utils/offloader.py). Embeddings, norms beside the layers and the head stay.
class Offloaded {
public:
    explicit Offloaded(std::optional<Bytes> most) : m_most(most.value_or(0)) {}
    /// Whether the next parameter goes there; it is counted then.
    [[nodiscard]] bool takes(Bytes parameter)
    {
        if (m_bytes >= m_most) return false;
        m_bytes += parameter;
        return true;
    }
    [[nodiscard]] Bytes bytes() const { return m_bytes; }

private:
    Bytes m_most, m_bytes = 0;
};

/// Says of a start how many bytes of its weights the host holds; nothing where there are none.
void say_offloaded(EngineStart &start, Bytes host);

/// What proposes tokens for the model to check, on this rank.
struct Drafter {
    SpeculativeMethod method = SpeculativeMethod::none;
    Count tokens = 0;                     ///< of one proposal; 0: nobody said
    Sizes weights;                        ///< beside the target's, whose embedding and head it may share
    std::vector<AttentionSpec> attention; ///< of its layers that cache keys and values
    Count hidden = 0;
    Bytes draft_logits = 0;             ///< of every proposal of every request, where they are sampled by probability
    const DecoderSpec *model = nullptr; ///< of a model of its own or a head; null: none was read
    std::string left_out;               ///< what of it is not counted; empty: nothing
    /// It runs on the target's hidden states.
    [[nodiscard]] bool reads_states() const
    {
        return method == SpeculativeMethod::eagle || method == SpeculativeMethod::eagle3 || method == SpeculativeMethod::mtp;
    }
    [[nodiscard]] bool drafts() const { return method != SpeculativeMethod::none; }
};
/// inference.speculative of the call. A model that was not read, or whose weights are packed, is left out and said.
[[nodiscard]] Drafter drafter_of(const Rank &target, const StartCall &call);

/// Towers, projector, drafter and places for adapters of this rank, each in bytes where it has any. `places`: of adapters.
[[nodiscard]] std::vector<EnginePart> parts_beside(const Rank &rank, const DecoderExtension *around, const Drafter &drafter,
                                                   Bytes places);

/// cos and sin of every position in float32, once for each kind of rotary embedding: numbers of each table.
[[nodiscard]] std::vector<Count> rotary_numbers(const Rank &rank);

} // namespace plimsoll::ranks
