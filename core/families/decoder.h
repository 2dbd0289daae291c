// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/families/gemma_layers.h"
#include "core/families/sequence.h"
#include "core/model/lora/lora.h"
#include "core/nn/attention.h"
#include "core/nn/experts.h"
#include "core/nn/forward_inputs.h"
#include "core/nn/liger.h"
#include "core/nn/mixer.h"
#include "core/nn/modules.h"
#include "core/plan/resolved_plan.h"

#include <array>
#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <string_view>

namespace plimsoll::step {

/// Whether a training step takes the same in layers with a sliding window as in those without: neither has a mask, or both have
/// one of the same shape. False also where no layer has a window.
[[nodiscard]] bool windows_do_nothing(const DecoderSpec &spec, const Plan &plan);
/// Keys that attention sees, as the cache's get_mask_sizes says (transformers cache_utils.py); `window`: of a sliding layer.
[[nodiscard]] Count key_length(const ForwardInputs &inputs, std::optional<Count> window);
/// Puts keys and values into the layer's cache and leaves in `k` and `v` what attention reads of it.
void update_cache(Machine &m, LayerCache &cache, std::optional<Count> window, const ForwardInputs &inputs, Tensor &k, Tensor &v);

/// residual + part, or residual + part · number, during which the part keeps its name (Granite).
[[nodiscard]] Tensor add_to_residual(Machine &m, const Tensor &residual, Tensor part, bool multiplied);

/// Which linear modules PEFT wraps: one bit a module of a layer, in the order of layer_linears().
struct AdapterTargets {
    std::vector<std::uint32_t> layers;
    /// Bits of the experts' own parameters, above those of the linear modules.
    static constexpr std::uint32_t apart = 1u << 26; ///< gate, up and down of experts that are modules, three bits
    static constexpr std::uint32_t router = 1u << 29, gate_up = 1u << 30, down = 1u << 31;
    Count router_rank = 0, gate_up_rank = 0, down_rank = 0; ///< PEFT doubles that of two projections in one parameter
    std::uint32_t model = 0; ///< of the model's own linear modules, in the order of model_linears() (Gemma 3n and 4)
    bool head = false, embedding = false, project_in = false, project_out = false;
    bool save_head = false, save_embedding = false; ///< modules_to_save: trained copies beside the frozen originals
    Count trainable = 0;                            ///< parameters, as PEFT counts them
    std::vector<std::string> names;                 ///< full names, of a sequence model
    bool operator==(const AdapterTargets &) const = default;
};

/// The description of a layer's experts, which may stand beside its MLP; else its MLP's.
[[nodiscard]] const MlpSpec &sparse_mlp(const LayerSpec &layer);
/// The linear modules of a layer that exist, in module order.
[[nodiscard]] std::vector<const LinearSpec *> layer_linears(const LayerSpec &layer);
/// Whether a layer is run part by part (decoder_extended.cpp): it has a recurrence, a gate, or no attention or MLP.
[[nodiscard]] bool is_extended(const LayerSpec &spec);
[[nodiscard]] AdapterTargets adapter_targets(const DecoderSpec &spec, const LoraPlan &plan);

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
struct SeldomModules {
    Leaf sinks; ///< one a head (gpt-oss)
    LinearModule attention_gate;
    NormModule attention_sub_norm, mlp_sub_norm;
    Leaf alpha_p, alpha_n;       ///< of xIELU
    std::array<Leaf, 4> lambdas; ///< of q1, k1, q2, k2 (DiffLlama)
};

struct Layer {
    const LayerSpec *spec = nullptr;
    LinearModule q, k, v, fused, o;
    LinearModule gate, up, down;
    std::unique_ptr<ExpertsModule> experts; ///< of a sparse layer
    std::unique_ptr<MixerModule> mixer;     ///< of a layer with a recurrence
    std::unique_ptr<LatentModules> latent;  ///< of a layer with latent attention
    std::unique_ptr<IndexerModules> indexer;
    std::unique_ptr<GemmaModules> gemma;
    std::unique_ptr<SeldomModules> seldom;
    NormModule input_norm, post_attention_norm, pre_mlp_norm, post_mlp_norm, q_norm, k_norm;
};

/// A causal language model as transformers 5.23 builds and runs it, from its description.
class Decoder {
public:
    /// `layers`: indices into spec.kinds, in place of spec.layers; they and the spec outlive the decoder.
    Decoder(const DecoderSpec &spec, std::span<const int> layers, const Precision &precision)
        : m_spec(spec), m_kinds(layers), m_precision(precision)
    {
        if (spec.more) m_forms = spec.more->forms;
        if (spec.more && spec.more->sequence) m_sequence = std::make_unique<SequenceModel>(*spec.more->sequence);
    }
    /// The model itself where it is no decoder.
    [[nodiscard]] SequenceModel *sequence() const { return m_sequence.get(); }

    /// What else the model has is expanded with it before its first forward.
    void expand_beside(std::function<void(Machine &)> expand) { m_expand_beside = std::move(expand); }
    /// Before the first forward (LinearModule::expand); nothing from then on.
    void expand_compressed(Machine &m);

    /// Allocates all parameters in module order; of a quantised model the packed matrices first.
    /// `load_beside` allocates what else the model has, before it; of a quantised model as often as told by its `loading`.
    void load(Machine &m, const std::function<void(const Precision &)> &load_beside = nullptr);
    /// prepare_model_for_kbit_training; without `matrices` only embeddings, norms and head.
    void raise_to_fp32(Machine &m, bool matrices = true);
    /// embedding.to(dtype) and head.to(dtype), as stacks do while they load: the copies first, then the old ones go.
    void cast_embeddings(Machine &m, Dtype dtype);
    /// Wraps the modules PEFT would; the base freezes.
    /// `converts`: SFTTrainer 1.16 makes everything bf16 that trains beside a quantised model.
    /// `placed`: a dense model is on the card by then, not on the host, so that they are made in its dtype first.
    void add_adapters(Machine &m, const AdapterTargets &targets, const Adapter &wanted, bool converts, bool placed);
    /// Marks what trains and returns it in optimizer order. `bias`: PEFT's none, all or lora_only. `head_alone`: the loss reads
    /// the output embedding's weight and nothing else of the head.
    [[nodiscard]] std::vector<Leaf *> make_trainable(const Machine &m, bool adapters_only, std::string_view bias = "none",
                                                     bool head_alone = false);
    /// PEFT's or transformers' hook that makes the embedding's output need a gradient.
    void hook_inputs(bool hooked)
    {
        input_requires_grad = hooked;
        if (m_sequence) m_sequence->input_requires_grad = hooked;
    }
    bool input_requires_grad = false;
    /// use_liger_kernel=True: replaces norms, MLPs and rotary embedding; call it after load().
    void use_liger(const LigerForms &forms);
    [[nodiscard]] const LigerForms &liger() const { return m_liger; }

    /// Last hidden state after the final norm, [batch, length, hidden].
    [[nodiscard]] Tensor hidden_states(Machine &m, const ForwardInputs &inputs);
    /// lm_head on `rows` tokens of each sequence.
    [[nodiscard]] Tensor logits(Machine &m, Tensor hidden);
    /// What the model's own forward returns of them: `self.lm_head(hidden_states).float()` in some classes.
    [[nodiscard]] Tensor returned_logits(Machine &m, Tensor logits) const;

    /// Parameters that would train but that no gradient reaches (indexers); known after make_trainable().
    [[nodiscard]] Count unreached() const { return m_unreached; }

    /// Dtype of lm_head's result.
    [[nodiscard]] Dtype logits_dtype(Autocast autocast);

    [[nodiscard]] const DecoderSpec &spec() const { return m_spec; }
    /// Of the layers that are run: indices into spec().kinds.
    [[nodiscard]] std::span<const int> layers() const { return m_kinds; }
    [[nodiscard]] LinearModule &head() { return m_saved_head.loaded() ? m_saved_head : m_head; }
    [[nodiscard]] Leaf &embedding_leaf() { return m_saved_embedding.value.defined() ? m_saved_embedding : m_embedding; }

private:
    struct Positional {
        Tensor cos, sin;
        std::vector<Tensor> others; ///< tables of the other layer types
    };
    template <class T>
    using Parts = std::vector<T *, PoolAllocator<T *>>;
    [[nodiscard]] Parts<LinearModule> linears(Layer &layer);
    /// Bare parameters of a layer, in module order; some may be undefined.
    [[nodiscard]] static std::array<Leaf *, 7> own_leaves(SeldomModules &seldom);
    void adapt_experts(Machine &m, const AdapterTargets &targets, const Adapter &adapter);
    /// Linear modules with an adapter, in module order; of each layer then its experts.
    void each_adapted(Machine &m, const AdapterTargets &targets, const std::function<void(LinearModule &)> &act,
                      const std::function<void(ExpertsModule &)> &act_on_experts = nullptr);
    void cast_adapters(Machine &m, const AdapterTargets &targets, Dtype dtype, bool magnitude);
    void collect_layer(std::size_t index, std::vector<Leaf *> &all);
    [[nodiscard]] Parts<NormModule> norms(Layer &layer);
    void load_modules(Machine &m);
    void load_layer(Machine &m, Layer &layer, const LayerSpec &spec);
    void load_attention(Machine &m, Layer &layer, const LayerSpec &spec); ///< and what stands in its place or beside it
    void load_mlp(Machine &m, Layer &layer, const LayerSpec &spec);
    [[nodiscard]] bool ends_parameters() const;
    [[nodiscard]] Positional rotary(Machine &m, const ForwardInputs &inputs, Dtype dtype);
    /// DeepSeek V2's: one complex table in float32, pairs of numbers.
    [[nodiscard]] Positional complex_rotary(Machine &m, const ForwardInputs &inputs);
    /// Qwen3.5's: angles of several axes for each sequence, of which one table of cosines and one of sines is put together.
    [[nodiscard]] Positional axes_rotary(Machine &m, const ForwardInputs &inputs, Dtype dtype);
    struct SharedKeys {
        Tensor key, value;
    };
    /// What the layers of one forward share; checkpoints keep it for their second run.
    struct Shared : std::enable_shared_from_this<Shared> {
        ForwardInputs inputs;
        Positional positional;
        AttentionMask mask;
        AttentionMask window_mask; ///< of the layers with a sliding window
        Tensor alibi;
        Positional window_positional; ///< of the layers with a sliding window, where their heads are of another width
        Tensor layer_inputs;          ///< [batch, length, layers, width]
        mutable std::array<SharedKeys, 2> kept_keys; ///< of full layers, of windowed ones: written by the layers that store
    };
    [[nodiscard]] std::optional<Count> window_of(const AttentionSpec &a) const
    {
        const bool shared = m_forms.attention == AttentionForm::library || m_forms.attention == AttentionForm::llama4 ||
                            m_forms.attention == AttentionForm::lse_sinks || m_forms.attention == AttentionForm::some_sinks;
        return shared ? a.sliding_window : std::nullopt; // GPT-Neo's band is its own
    }
    [[nodiscard]] const AttentionMask &mask_of(const Shared &shared, const AttentionSpec &a) const
    {
        return window_of(a) ? shared.window_mask : shared.mask;
    }
    /// In the embedding's dtype; `hidden`: that of the first layer's input, which BLOOM's ALiBi takes.
    void build_masks(Machine &m, Shared &shared, Dtype dtype, Dtype hidden);
    void make_masks(Machine &m, Shared &shared, Dtype dtype) const;
    /// generation/utils.py prepare_inputs_for_generation: with a cache that can be compiled generate() makes the masks.
    void prepare_masks(Machine &m, Shared &shared) const;
    void build_alibi(Machine &m, Shared &shared, Dtype dtype);
    [[nodiscard]] Tensor embed(Machine &m, const ForwardInputs &inputs);
    [[nodiscard]] Tensor embed_with_lora(Machine &m, const ForwardInputs &inputs);
    /// Attention or MLP of a layer, recomputed on its own where the plan says so.
    [[nodiscard]] Tensor block(Machine &m, Layer &layer, std::size_t index, const Tensor &x, const Shared &shared, bool attends);
    /// From the embedding to the first layer: positions, scaling, norm; dropout comes after it.
    [[nodiscard]] Tensor enter(Machine &m, Tensor &embedded, Tensor &positions, const ForwardInputs &inputs);
    [[nodiscard]] Tensor layer_forward(Machine &m, Layer &layer, std::size_t index, const Tensor &hidden, const Shared &shared);
    /// The attention's output times what its gate makes of `x`, or of `gate` where that was projected first.
    [[nodiscard]] static Tensor gated(Machine &m, Layer &layer, Tensor out, Tensor gate, const Tensor &x);
    /// AFMoE, Laguna, LFM3: a projection of its own gates the attention's output.
    [[nodiscard]] Tensor apart_gated_attention(Machine &m, Layer &layer, std::size_t index, const Tensor &x,
                                               const Shared &shared);
    [[nodiscard]] Tensor openai_attention(Machine &m, const AttentionCall &call, Tensor q, Tensor k, Tensor v,
                                          const Shared &shared);
    [[nodiscard]] Tensor differential_attention(Machine &m, Layer &layer, const Tensor &q, const Tensor &k, const Tensor &v,
                                                const Shared &shared, Count keys);
    [[nodiscard]] Tensor neox_japanese_scores(Machine &m, const AttentionCall &call, const Tensor &q, const Tensor &k,
                                              const Tensor &v, const Shared &shared);
    [[nodiscard]] Tensor xglm_attention(Machine &m, const AttentionCall &call, Tensor q, Tensor k, Tensor v,
                                        const Shared &shared);
    void turn_codegen(Machine &m, const AttentionSpec &a, Tensor &q, Tensor &k, const Shared &shared, std::vector<Tensor> &held);
    [[nodiscard]] Tensor gemma3n_layer(Machine &m, Layer &layer, std::size_t index, const Tensor &input, const Shared &shared);
    [[nodiscard]] Tensor gemma4_layer(Machine &m, Layer &layer, std::size_t index, const Tensor &input, const Shared &shared);
    [[nodiscard]] Tensor gemma_attention(Machine &m, Layer &layer, std::size_t index, const Tensor &x, const Shared &shared);
    /// Once the layers that reuse keys begin, a prompt's last token is enough; null: all of them go on.
    [[nodiscard]] std::shared_ptr<Shared> sliced_for_reuse(const std::shared_ptr<Shared> &shared, std::size_t index) const;
    [[nodiscard]] static Tensor multiplied_mlp(Machine &m, Layer &layer, const Tensor &x);
    [[nodiscard]] Tensor extended_layer(Machine &m, Layer &layer, std::size_t index, const Tensor &input, const Shared &shared);
    [[nodiscard]] Tensor normed_residual_layer(Machine &m, Layer &layer, std::size_t index, const Tensor &input,
                                               const Shared &shared);
    [[nodiscard]] Tensor mix(Machine &m, Layer &layer, std::size_t index, const Tensor &x, const Shared &shared);
    [[nodiscard]] Tensor gated_attention(Machine &m, Layer &layer, std::size_t index, const Tensor &x, const Shared &shared);
    [[nodiscard]] Tensor attention(Machine &m, Layer &layer, std::size_t index, const Tensor &x, const Shared &shared);
    [[nodiscard]] Tensor litgpt_attention(Machine &m, Layer &layer, const Tensor &x, const Shared &shared);
    [[nodiscard]] Tensor choose_keys(Machine &m, Layer &layer, const Tensor &x, const Tensor &q_residual, const Shared &shared,
                                     LayerCache *cache);
    /// The mask of a layer whose indexer chose among `keys` keys.
    [[nodiscard]] AttentionMask sparse_mask(Machine &m, const Shared &shared, Count keys, std::vector<Tensor> &held);
    [[nodiscard]] Tensor latent_attention(Machine &m, Layer &layer, std::size_t index, const Tensor &x, const Shared &shared);
    [[nodiscard]] Tensor llama4_attention(Machine &m, Layer &layer, std::size_t index, const Tensor &x, const Shared &shared);
    [[nodiscard]] Tensor attend(Machine &m, const AttentionSpec &spec, Tensor q, Tensor k, Tensor v, const Shared &shared,
                                Count keys, double dropout_rate, const AttentionMask *own_mask = nullptr);
    static void keep_in_training(Machine &m, std::vector<Tensor> &cache, Tensor &k, Tensor &v);
    [[nodiscard]] AttentionCall call_of(const AttentionSpec &a, const ForwardInputs &inputs, Count keys, double dropout_rate);
    struct Projected {
        Tensor q, k, v;
        Tensor named; ///< the fused projection, where the forward keeps a name for it
    };
    /// Whose gradients come head by head, and so are copied for the projections: rotated queries' and keys' out of the zeros of
    /// slice_backward, others' out of eager's products and out of the sum over repeated keys and values.
    struct HeadOrder {
        bool q, k, v;
        bool k_by_tokens; ///< keys that nothing turned, as eager's product of their transposes leaves their gradient
    };
    [[nodiscard]] HeadOrder head_order(const AttentionSpec &a, const Shared &shared) const;
    /// Whether the values' gradient comes back head by head.
    [[nodiscard]] bool values_lie_by_heads(const AttentionSpec &a, const Shared &shared) const;
    [[nodiscard]] Projected project(Machine &m, Layer &layer, const Tensor &x, const Shared &shared);
    [[nodiscard]] Projected take_apart(Machine &m, const AttentionSpec &a, const Tensor &fused, Count batch, Count length) const;
    /// Attention whose lines are the family's own; what comes back goes into the output projection.
    [[nodiscard]] Tensor own_attention(Machine &m, const AttentionSpec &spec, Tensor q, Tensor k, Tensor v, const Shared &shared,
                                       Count keys, double dropout_rate, Dtype input);
    /// Adds `residual`, where there is one, as BloomAttention.forward does.
    [[nodiscard]] Tensor bloom_attention(Machine &m, Layer &layer, std::size_t index, const Tensor &x, const Tensor &residual,
                                         const Shared &shared);
    [[nodiscard]] Tensor bloom_layer(Machine &m, Layer &layer, std::size_t index, const Tensor &input, const Shared &shared);
    [[nodiscard]] Tensor falcon_attention(Machine &m, const AttentionCall &call, Tensor q, Tensor k, Tensor v,
                                          const Shared &shared, Dtype input);
    [[nodiscard]] Tensor mpt_attention(Machine &m, Layer &layer, std::size_t index, const Tensor &x, const Shared &shared);
    [[nodiscard]] Tensor mpt_layer(Machine &m, Layer &layer, std::size_t index, const Tensor &input, const Shared &shared);
    [[nodiscard]] Tensor float_scores(Machine &m, const AttentionCall &call, Tensor q, Tensor k, Tensor v, const Shared &shared,
                                      bool own_mask);
    [[nodiscard]] Tensor mlp(Machine &m, Layer &layer, const Tensor &x, bool training);
    [[nodiscard]] Tensor dense_mlp(Machine &m, Layer &layer, const Tensor &x);
    [[nodiscard]] Tensor liger_mlp(Machine &m, Layer &layer, const Tensor &x);
    void turn(Machine &m, const AttentionSpec &spec, Tensor &q, Tensor &k, const Shared &shared, std::vector<Tensor> &held);
    /// Where attention and MLP read the same normalised input.
    [[nodiscard]] Tensor parallel_layer(Machine &m, Layer &layer, std::size_t index, const Tensor &input, const Shared &shared);
    [[nodiscard]] Tensor side_by_side_layer(Machine &m, Layer &layer, std::size_t index, const Tensor &input,
                                            const Shared &shared);

    const DecoderSpec &m_spec;
    std::span<const int> m_kinds; ///< of the layers
    Precision m_precision;
    FamilyForms m_forms;
    std::unique_ptr<SequenceModel> m_sequence;
    LigerForms m_liger;
    Leaf m_embedding, m_positions;
    std::deque<Layer> m_layers;
    NormModule m_final_norm, m_embedding_norm;
    LinearModule m_head, m_project_in, m_project_out;
    std::unique_ptr<LayerInputModules> m_layer_inputs;
    Tensor m_layer_input;              ///< of the layer that runs
    Leaf m_embedding_a, m_embedding_b; ///< lora.Embedding, A transposed
    Leaf m_saved_embedding;            ///< PEFT's ModulesToSaveWrapper: the copy that trains and runs
    LinearModule m_saved_head;
    std::vector<Tensor> m_buffers;
    Tensor m_chosen; ///< keys that the last indexer chose, [batch, length, top_k]
    Count m_unreached = 0;
    Tensor m_weights;               ///< eager's weights of the layer that runs, named until it returns
    Tensor m_returning, m_returned; ///< attention weights that blocks return beside the hidden states
    bool m_ran = false;             ///< a forward began
    std::function<void(Machine &)> m_expand_beside;
    bool m_forward = false; ///< the model's own forward runs, no checkpoint's second run
};

} // namespace plimsoll::step
