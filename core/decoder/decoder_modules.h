// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/decoder/gemma_layers.h"
#include "core/nn/experts/experts.h"
#include "core/nn/liger.h"
#include "core/nn/mixer.h"
#include "core/nn/modules.h"

#include <array>
#include <deque>
#include <memory>
#include <span>

// The modules of a causal decoder, as they are loaded from its description.

namespace plimsoll::step {

class DecoderClass;

/// Projections and norms of multi-head latent attention, besides the layer's q and o.
struct LatentModules {
    LinearModule q_a, q_b, kv_a, kv_b;
    NormModule q_a_norm, kv_a_norm;
};

/// Scorer of sparse attention.
struct IndexerModules {
    LinearModule wq_b, wk, weights;
    NormModule k_norm;
};

/// What few kinds of layers have.
struct OptionalModules {
    Leaf sinks; ///< one a head (gpt-oss)
    LinearModule attention_gate;
    NormModule attention_sub_norm, mlp_sub_norm;
    Leaf alpha_p, alpha_n;       ///< of xIELU
    std::array<Leaf, 4> lambdas; ///< of q1, k1, q2, k2 (DiffLlama)
};

struct Layer {
    const LayerSpec *spec = nullptr;
    std::size_t index = 0; ///< among the layers that run
    LinearModule q, k, v, fused, o;
    LinearModule gate, up, down;
    std::unique_ptr<ExpertsModule> experts; ///< of a sparse layer
    std::unique_ptr<MixerModule> mixer;     ///< of a layer with a recurrence
    std::unique_ptr<LatentModules> latent;  ///< of a layer with latent attention
    std::unique_ptr<IndexerModules> indexer;
    std::unique_ptr<GemmaModules> gemma;
    std::unique_ptr<OptionalModules> optional_modules;
    NormModule input_norm, post_attention_norm, pre_mlp_norm, post_mlp_norm, q_norm, k_norm;
};

class AdapterRun;
class ModelBeside;

/// What a decoder is made of. `spec` and `kinds` outlive it.
struct DecoderModules {
    DecoderModules(const DecoderSpec &described, std::span<const int> layers, const Precision &held);

    const DecoderSpec &spec;
    std::span<const int> kinds; ///< of the layers: indices into spec.kinds
    Precision precision;
    const DecoderClass &runs;    ///< whose lines run it
    const DecoderClass &attends; ///< and its attention
    LigerForms liger;
    Leaf embedding, positions;
    std::deque<Layer> layers;
    NormModule final_norm, embedding_norm;
    LinearModule head, project_in, project_out;
    std::unique_ptr<LayerInputModules> layer_inputs;
    Leaf embedding_a, embedding_b; ///< lora.Embedding, A transposed
    Leaf saved_embedding;          ///< PEFT's ModulesToSaveWrapper: the copy that trains and runs
    LinearModule saved_head;
    std::shared_ptr<AdapterRun> adapters; ///< what PEFT put around some of them; null: nothing
    std::shared_ptr<ModelBeside> beside;  ///< whose state goes along the layers; null: none
    std::vector<Tensor> buffers;
    std::vector<Tensor> originals;    ///< of parameters whose copies train
    bool compiled = false;            ///< by inductor, which takes the embedding's gradient apart
    bool input_requires_grad = false; ///< PEFT's or transformers' hook on the embedding's output

    [[nodiscard]] LinearModule &running_head() { return saved_head.loaded() ? saved_head : head; }
    [[nodiscard]] Leaf &running_embedding() { return saved_embedding.value.defined() ? saved_embedding : embedding; }
    /// What only few models have around their layers; all of it absent where the description says nothing.
    [[nodiscard]] const DecoderExtension &around() const;
};

template <class T>
using Parts = std::vector<T *, PoolAllocator<T *>>;
/// The linear modules of a layer that are loaded, in module order.
[[nodiscard]] Parts<LinearModule> linears_of(Layer &layer);
[[nodiscard]] Parts<NormModule> norms_of(Layer &layer);
/// Bare parameters of a layer, in module order; some may be undefined.
[[nodiscard]] std::array<Leaf *, 7> own_leaves(OptionalModules &modules);

/// Allocates all parameters in module order.
void load_modules(Machine &m, DecoderModules &model);
/// Of them those of the model within the causal one: neither the token embedding nor the head. `told_apart`: layers by their numbers.
void load_backbone(Machine &m, DecoderModules &model, bool told_apart = true);
/// The token embedding, [vocabulary, width].
void load_embedding(Machine &m, DecoderModules &model);
/// compressed-tensors' hook before the first forward (LinearModule::expand).
void expand_modules(Machine &m, DecoderModules &model);
/// prepare_model_for_kbit_training; without `matrices` only embeddings, norms and head.
void raise_modules(Machine &m, DecoderModules &model, bool matrices);
/// Norms' weights become float32.
void raise_norms(Machine &m, DecoderModules &model);
/// use_liger_kernel=True: replaces norms, MLPs and rotary embedding.
void use_liger(DecoderModules &model, const LigerForms &forms);

} // namespace plimsoll::step
