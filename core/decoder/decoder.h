// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/decoder/decoder_class.h"
#include "core/decoder/sequence.h"
#include "core/decoder/tower.h"
#include "core/adapters/adapted_modules.h"
#include "core/plan/resolved_plan.h"
#include "core/torch/units.h"

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string_view>

namespace plimsoll::step {

/// Whether a training step takes the same in layers with a sliding window as in those without: neither has a mask, or both have
/// one of the same shape. False also where no layer has a window.
[[nodiscard]] bool windows_do_nothing(const DecoderSpec &spec, const Plan &plan);

/// Which linear modules PEFT wraps: one bit a module of a layer, in the order of layer_linears().
struct AdapterTargets {
    std::vector<std::uint32_t> layers;
    std::vector<std::vector<Count>> ranks; ///< of each layer's modules, by their bits; a layer without any: all are the adapter's
    std::map<std::string, Count> other_ranks; ///< of those outside layers, by their full names
    Count embedding_rank = 0;
    /// Bits of the experts' own parameters, above those of the linear modules.
    static constexpr std::uint32_t apart = 1u << 26; ///< gate, up and down of experts that are modules, three bits
    static constexpr std::uint32_t router = 1u << 29, gate_up = 1u << 30, down = 1u << 31;
    Count router_rank = 0, gate_up_rank = 0, down_rank = 0; ///< PEFT doubles that of two projections in one parameter
    std::uint32_t model = 0; ///< of the model's own linear modules, in the order of model_linears() (Gemma 3n and 4)
    bool head = false, embedding = false, project_in = false, project_out = false;
    bool tied_head = false, tied_copy = false;      ///< as AdaptedModules has them
    bool save_head = false, save_embedding = false; ///< modules_to_save: trained copies beside the frozen originals
    /// Of the other modules_to_save: those of each layer by their names within it, "" the whole layer; empty: no layer has any.
    std::vector<std::vector<std::string>> saved;
    std::vector<std::string> saved_outside; ///< full names of those that are in no layer
    Count trainable = 0;                    ///< parameters, as PEFT counts them
    std::vector<std::string> norms;         ///< names of those that train, within a layer or the whole
    AdaptedModel model_sizes;               ///< filled in where the method makes something once for the model
    std::vector<RankedName> names;          ///< of a sequence model
    bool operator==(const AdapterTargets &) const = default;
};

/// The description of a layer's experts, which may stand beside its MLP; else its MLP's.
[[nodiscard]] const MlpSpec &sparse_mlp(const LayerSpec &layer);
/// The linear modules of a layer that exist, in module order.
[[nodiscard]] std::vector<const LinearSpec *> layer_linears(const LayerSpec &layer);
[[nodiscard]] AdapterTargets adapter_targets(const DecoderSpec &spec, const AdaptedModules &plan);

/// Wraps what PEFT would of a decoder (decoder_adapters.cpp); `converts` and `placed` as Decoder::add_adapters has them.
void adapt_modules(Machine &m, DecoderModules &model, const AdapterTargets &targets, const Adapter &wanted, bool converts,
                   bool placed);
/// What modules_to_save names of a decoder, told by layers.
void find_saved_modules(AdapterTargets &out, const DecoderSpec &spec, const std::vector<std::string> &saved_modules);
/// Copies of its parameters besides embedding and head, which train and run in the originals' place (saved_modules.cpp); `dtype` of
/// the copies, nothing: the originals'.
void train_saved_modules(Machine &m, DecoderModules &model, const AdapterTargets &targets, std::optional<Dtype> dtype);
/// All parameters in the order of model.parameters(); what is told apart of them is in the leaves.
void collect_modules(DecoderModules &model, std::vector<Leaf *> &all);

/// A state through the head, and what its loss is multiplied with.
struct StateLoss {
    Tensor state; ///< [batch, length, hidden]
    double weight = 0.0;
};

/// A causal language model as transformers 5.23 builds and runs it, from its description.
class Decoder {
public:
    /// `layers`: indices into spec.kinds, in place of spec.layers; they and the spec outlive the decoder.
    Decoder(const DecoderSpec &spec, std::span<const int> layers, const Precision &precision) : m_model(spec, layers, precision)
    {
        if (spec.extension && spec.extension->sequence) m_sequence = std::make_unique<SequenceModel>(*spec.extension->sequence);
    }
    /// Pictures stand in every row from now on: the model's tower is loaded beside it and runs in every first pass. The model has a
    /// tower that is described.
    void see(const SeenPictures &pictures);
    /// What reads them; null: text alone.
    [[nodiscard]] Tower *tower() const { return m_tower.get(); }
    [[nodiscard]] const SeenPictures &pictures() const { return m_pictures; }
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
    /// LLaMA-Factory's upcast_layernorm: only weights of one dimension that are norms'.
    void raise_norms(Machine &m) { step::raise_norms(m, m_model); }
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
    /// All parameters, frozen and packed ones too, each once; call it behind make_trainable(). A model that is no decoder has
    /// them all ahead of its layers.
    [[nodiscard]] ModelParameters registered();
    /// PEFT's or transformers' hook that makes the embedding's output need a gradient.
    void hook_inputs(bool hooked)
    {
        m_model.input_requires_grad = hooked;
        if (m_sequence) m_sequence->input_requires_grad = hooked;
    }
    /// torch.compile of the whole model (inductor).
    void run_compiled() { m_model.compiled = true; }
    /// use_liger_kernel=True: replaces norms, MLPs and rotary embedding; call it after load().
    void use_liger(const LigerForms &forms) { step::use_liger(m_model, forms); }
    /// Unsloth's forward of fused experts, from now on.
    void adapt_experts_beside()
    {
        for (Layer &layer : m_model.layers)
            if (layer.experts) layer.experts->adapt_beside();
    }
    [[nodiscard]] const LigerForms &liger() const { return m_model.liger; }

    /// Last hidden state after the final norm, [batch, length, hidden].
    [[nodiscard]] Tensor hidden_states(Machine &m, const ForwardInputs &inputs);
    /// lm_head on `rows` tokens of each sequence.
    [[nodiscard]] Tensor logits(Machine &m, Tensor hidden);
    /// What the model's own forward returns of them: `self.lm_head(hidden_states).float()` in some classes.
    [[nodiscard]] Tensor returned_logits(Machine &m, Tensor logits) const;

    /// What an adapter's model beside it adds to the loss of labels that the model is given; nothing where it has none.
    [[nodiscard]] std::optional<StateLoss> loss_beside() const;

    /// Parameters that would train but that no gradient reaches (indexers); known after make_trainable().
    [[nodiscard]] Count unreached() const { return m_unreached; }

    /// Dtype of lm_head's result.
    [[nodiscard]] Dtype logits_dtype(Autocast autocast);

    [[nodiscard]] const DecoderSpec &spec() const { return m_model.spec; }
    /// Of the layers that are run: indices into spec().kinds.
    [[nodiscard]] std::span<const int> layers() const { return m_model.kinds; }
    [[nodiscard]] LinearModule &head() { return m_model.running_head(); }
    /// What the model holds beside its parameters: the rotary tables.
    [[nodiscard]] const std::vector<Tensor> &buffers() const { return m_model.buffers; }
    [[nodiscard]] Leaf &embedding_leaf() { return m_model.running_embedding(); }

private:
    /// Once the layers that reuse keys begin, a prompt's last token is enough; null: all of them go on.
    [[nodiscard]] std::shared_ptr<Pass> sliced_for_reuse(const std::shared_ptr<Pass> &pass, std::size_t index) const;
    /// The model's forward once, [batch, length, hidden].
    [[nodiscard]] Tensor run_once(Machine &m, const ForwardInputs &inputs);
    /// Without a graph, for what an adapter makes of its last hidden states.
    void run_before(Machine &m, const ForwardInputs &inputs);
    [[nodiscard]] Tensor run_layers(Machine &m, std::shared_ptr<Pass> &pass, Tensor hidden, const TowerPass &seen);

    DecoderModules m_model;
    LayerNames m_names;
    std::unique_ptr<SequenceModel> m_sequence;
    std::unique_ptr<Tower> m_tower;
    SeenPictures m_pictures;
    Count m_unreached = 0;
    bool m_ran = false; ///< a forward began
    std::function<void(Machine &)> m_expand_beside;
};

} // namespace plimsoll::step
