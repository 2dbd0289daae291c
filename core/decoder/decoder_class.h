// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/decoder/decoder_modules.h"
#include "core/nn/attention.h"
#include "core/nn/forward_inputs.h"

#include <array>
#include <memory>
#include <vector>

// What a family's modeling file has: the lines of its classes, in the library's order of names and lifetimes. DecoderClass has
// LLaMA's; a family derives from it and writes what is its own. Pieces that they share are in decoder_pieces.h.

namespace plimsoll::step {

/// How a fused projection comes apart.
enum class FusedSplit : std::uint8_t {
    slices,      ///< views whose gradients come back one by one
    split,       ///< torch.split or chunk: one concatenation of all gradients
    multi_query, ///< Falcon 7B: the one key and value are copied by a list of indices
    mesh,        ///< CodeGen: query, value and key of four parts, each copied
    groups,      ///< Falcon's new architecture: keys and values copied, then repeated for every query head
};

/// When queries and keys are normalised.
enum class HeadNorms : std::uint8_t {
    each,      ///< each right after its own projection: `self.q_norm(self.q_proj(x))` (Qwen3)
    last,      ///< both below the three projections (Gemma 3, Cohere)
    after_turn ///< when they are rotated (Hunyuan, NanoChat)
};

/// How the lines between the projections and the core of a class's attention are written.
struct AttentionLines {
    FusedSplit split = FusedSplit::slices;
    TurnForm turn = TurnForm::halves;
    RotaryJoin join = RotaryJoin::none;
    HeadNorms norms = HeadNorms::each;
    bool views_last = false;         ///< projections become heads once all three are there: `query.view(…)` below them (OLMo)
    bool names_fused = true;         ///< the fused projection has a name until the attention returns
    bool copies_query_first = false; ///< backward copies the gradient of the query before those of key and value
    bool fp32_softmax = true;        ///< eager's softmax is asked for float32
};

/// Tables of cosines and sines.
struct Positional {
    Tensor cos, sin;
    std::vector<Tensor> others; ///< tables of the other layer types
};

struct SharedKeys {
    Tensor key, value;
};

/// Names that outlive a layer's own function.
struct LayerNames {
    Tensor weights;             ///< eager's weights of the layer that runs, named until it returns
    Tensor returning, returned; ///< attention weights that blocks return beside the hidden states
    Tensor chosen;              ///< keys that the last indexer chose, [batch, length, top_k]
    Tensor layer_input;         ///< of the layer that runs (Gemma 3n and 4)
    bool first_run = false;     ///< the model's own forward runs, no checkpoint's second run
};

/// What the layers of one forward share; checkpoints keep it for their second run.
struct Pass : std::enable_shared_from_this<Pass> {
    Pass(DecoderModules &of, LayerNames &named, const ForwardInputs &in) : model(of), names(named), inputs(in) {}

    DecoderModules &model;
    LayerNames &names;
    ForwardInputs inputs;
    Positional positional;
    AttentionMask mask;
    AttentionMask window_mask; ///< of the layers with a sliding window
    Tensor alibi;
    Tensor prefix; ///< keys and values that an adapter puts before the rows' own, of all layers; inputs.past tokens of them
    bool looks_ahead = false;                    ///< places of a picture see each other: masks are made for all layers
    Positional window_positional;                ///< of the layers with a sliding window, where their heads are of another width
    Tensor layer_inputs;                         ///< [batch, length, layers, width]
    mutable std::array<SharedKeys, 2> kept_keys; ///< of full layers, of windowed ones: written by the layers that store

    [[nodiscard]] const AttentionLines &lines() const;
    [[nodiscard]] const AttentionMask &mask_of(const AttentionSpec &a) const { return a.sliding_window ? window_mask : mask; }
    [[nodiscard]] double dropout_of(const Layer &layer) const { return inputs.training ? layer.spec->dropout : 0.0; }
    [[nodiscard]] double attention_dropout_of(const Layer &layer) const
    {
        return inputs.training ? layer.spec->attention_dropout : 0.0;
    }
    /// `return hidden_states, weights`: the block's caller has them until the next block has returned.
    void return_beside(const Tensor &weights) const
    {
        if (names.first_run) names.returning = weights;
    }
};

/// What the model's forward has names for until it returns.
struct ModelNames {
    Tensor embedded, position_embeds;
    Tensor position_ids;
    Tensor merged, looked_up;    ///< Gemma4Model's llm_inputs_embeds and per_layer_inputs
    std::vector<Tensor> streams; ///< Gemma 3n's hidden states side by side
};

struct Projected {
    Tensor q, k, v;
    Tensor named; ///< the fused projection, where the forward keeps a name for it
};

/// Queries, keys and values as attention reads them, with what else the forward has names for.
struct AttentionNames {
    std::vector<Tensor> held; ///< by the forward's names
    Projected p;
    Count keys = 0; ///< that attention reads
};

enum class ProjectedPart : std::uint8_t { query, key };

/// A decoder's classes as transformers 5.23 writes them (models/llama/modeling_llama.py).
class DecoderClass {
public:
    explicit DecoderClass(AttentionLines lines = {}) : m_lines(lines) {}
    DecoderClass(const DecoderClass &) = delete;
    DecoderClass &operator=(const DecoderClass &) = delete;
    virtual ~DecoderClass() = default;
    [[nodiscard]] const AttentionLines &lines() const { return m_lines; }

    // ---- what it is made of
    /// Parameters and buffers of the model behind the token embedding: positions.
    virtual void load_positions(Machine &m, DecoderModules &model) const;
    virtual void load_layer(Machine &m, DecoderModules &model, Layer &layer) const;
    /// PEFT, or the stack in its place, has wrapped a module.
    virtual void adapted(LinearModule &) const {}
    /// The lines of the same model where a stack builds it anew of its own modules (LitGPT).
    [[nodiscard]] virtual const DecoderClass &rebuilt() const { return *this; }

    // ---- the model's forward
    [[nodiscard]] virtual Tensor embed(Machine &m, const Pass &pass) const;
    /// From the token embedding to the first layer's input: masks, positions, scaling. Dropout comes behind it.
    [[nodiscard]] virtual Tensor begin(Machine &m, Pass &pass, ModelNames &names) const;
    /// Learned positions, projection, multiplier and norm of the token embedding, in this order: part of begin().
    [[nodiscard]] virtual Tensor enter(Machine &m, const Pass &pass, ModelNames &names) const;
    /// create_causal_mask and its like; `dtype`: the embedding's.
    virtual void make_masks(Machine &m, Pass &pass, Dtype dtype) const;
    /// generation/utils.py prepare_inputs_for_generation: with a cache that can be compiled generate() makes the masks.
    virtual void prepare_masks(Machine &m, Pass &pass) const;
    /// From the last layer's output to what the head reads.
    [[nodiscard]] virtual Tensor end(Machine &m, Pass &pass, ModelNames &names, Tensor hidden) const;
    [[nodiscard]] virtual Tensor logits(Machine &m, DecoderModules &model, Tensor hidden) const;

    // ---- a layer's
    [[nodiscard]] virtual Tensor layer(Machine &m, Layer &layer, const Tensor &input, const Pass &pass) const;
    [[nodiscard]] virtual Tensor attention(Machine &m, Layer &layer, const Tensor &x, const Pass &pass) const;
    [[nodiscard]] virtual Projected project(Machine &m, Layer &layer, const Tensor &x, const Pass &pass) const;
    /// What the projection's result becomes in the same line.
    [[nodiscard]] virtual Tensor projected(Machine &, ProjectedPart, Tensor x) const { return x; }
    virtual void turn(Machine &m, const AttentionSpec &a, AttentionNames &n, const Pass &pass) const;
    /// From queries, keys and values to what the output projection reads. `input`: dtype of the layer's hidden states.
    [[nodiscard]] virtual Tensor core(Machine &m, Layer &layer, AttentionNames &n, const Pass &pass, Dtype input) const;
    /// The output projection and what stands behind it in the attention's forward.
    [[nodiscard]] virtual Tensor output(Machine &m, Layer &layer, Tensor out, const Pass &pass) const;
    [[nodiscard]] virtual Tensor mlp(Machine &m, Layer &layer, const Tensor &x, const Pass &pass) const;

    // ---- what others ask
    /// Whether attention goes through ALL_ATTENTION_FUNCTIONS and no lines of the class's own.
    [[nodiscard]] virtual bool attends_by_library() const { return true; }
    /// Whether attention returns its weights where they are asked for.
    [[nodiscard]] virtual bool returns_weights(AttentionBackend backend) const { return backend == AttentionBackend::eager; }

private:
    AttentionLines m_lines;
};

inline const AttentionLines &Pass::lines() const { return model.attends.lines(); }

} // namespace plimsoll::step
