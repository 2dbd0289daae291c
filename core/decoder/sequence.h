// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/adapters/adapter_run.h"
#include "core/model/extension.h"
#include "core/nn/attention.h"
#include "core/nn/forward_inputs.h"
#include "core/nn/modules.h"

#include <deque>
#include <memory>
#include <string>
#include <unordered_map>

namespace plimsoll::step {

class SequenceModel;

/// How a class of encoders or encoder-decoders runs: its own functions, beside its description (bert.cpp, t5.cpp, …), and where its
/// attention and its loading differ from BERT's.
struct SequenceClass {
    /// States that the head reads, of a model with one stack; null: that of `stack`.
    Tensor (*states)(SequenceModel &model, Machine &m, const ForwardInputs &inputs) = nullptr;
    /// "encoder" or "decoder" of a pair, or the one stack that there is; `memory`: the encoder's states, which a decoder reads.
    Tensor (*stack)(SequenceModel &model, Machine &m, const std::string &name, const Tensor &memory,
                    const ForwardInputs &inputs) = nullptr;
    bool scaled_heads = false;     ///< queries times a number; queries, keys and values made contiguous (Whisper)
    bool casts_weights = false;    ///< softmax in float32, its weights cast back (ViT, CLIP)
    bool masks_as_queries = false; ///< masks in the queries' dtype, else in that of the weights (T5)
    bool copies_settings = false;  ///< each stack has a copy of the configuration, which use_cache=False does not reach (T5)
    bool scores_prompt = false;    ///< its forward has no logits_to_keep: every token of a prompt is scored (Whisper)
    bool logits_bias = false;      ///< final_logits_bias, in the class with both stacks (BART)
    const char *left_wide = "";    ///< ending of linears on _keep_in_fp32_modules, which quantisers leave alone; empty: none
};

/// Encoders and encoder-decoders as transformers 5.23 builds and runs them. Modules are found by the names that the inventory gives
/// them.
class SequenceModel {
public:
    explicit SequenceModel(const SequenceSpec &spec) : m_spec(spec) {}
    /// PEFT's or transformers' hook that makes the input embedding's output need a gradient.
    bool input_requires_grad = false;

    void load(Machine &m, const Precision &precision);
    void raise_to_fp32(Machine &m);
    void add_adapters(Machine &m, const std::vector<RankedName> &names, const AdaptedModel &model, const Adapter &adapter);
    void collect(std::vector<Leaf *> &parameters);
    /// Every module that has parameters, in the order of model.named_parameters(): one of the three, of several bare ones each.
    void each_module(const std::function<void(const Module &, LinearModule *, NormModule *, Leaf *)> &visit);
    /// Those that no forward reads, so that no gradient comes: a decoder's attention to an encoder that is not there.
    /// `head_alone`: nor what its head has beside the output embedding.
    void collect_unreached(std::vector<Leaf *> &parameters, bool head_alone);

    /// States that the head reads; with inputs.captured also those between the layers.
    [[nodiscard]] Tensor hidden_states(Machine &m, const ForwardInputs &inputs);
    [[nodiscard]] Tensor logits(Machine &m, Tensor hidden);
    /// Head and loss; `logits` gets what the model's output holds of them. `summed`: Trainer divides a sum of the tokens' losses.
    [[nodiscard]] Tensor loss(Machine &m, Tensor hidden, Tensor &logits, bool summed);
    /// Positions of the decoder's input where there is one, else of the encoder's.
    [[nodiscard]] Count length_of(Count asked) const;
    [[nodiscard]] const SequenceSpec &spec() const { return m_spec; }
    /// Of a class that AutoModelForCausalLM builds.
    [[nodiscard]] bool writes() const { return m_spec.shifts_labels || m_spec.decoder_alone; }
    [[nodiscard]] LinearModule &output() { return linear_of(m_spec.output); }
    /// One stack writes, and nothing is encoded before it.
    [[nodiscard]] bool writes_alone() const { return writes() && (m_spec.decoder_layers == 0 || m_spec.decoder_alone); }
    /// Layers of that stack, which have keys and values in its cache.
    [[nodiscard]] Count caching_layers() const { return m_spec.decoder_layers > 0 ? m_spec.decoder_layers : m_spec.layers; }
    [[nodiscard]] bool scores_prompt() const { return m_spec.of->scores_prompt; }

    /// compressed-tensors' hook before the first forward.
    void expand(Machine &m)
    {
        for (LinearModule &linear : m_linears) linear.expand(m);
    }

    /// Encoder once, then one token after another; of a stack that writes alone nothing.
    void generate(Machine &m, ForwardInputs inputs, Count fresh);

    // What classes' forwards are made of.

    /// One attention: names of the projections below `prefix`, and what it reads.
    struct Reading {
        std::string prefix;
        const char *q, *k, *v, *o;
        bool causal = false;
        Tensor bias;                         ///< relative positions, added to the scores
        bool bias_is_ready = false;          ///< laid out as the kernel wants it
        bool caches = false;                 ///< keys and values go through a cache
        const AttentionMask *mask = nullptr; ///< made once for all layers; else this one makes its own
        Tensor *weights = nullptr;           ///< the name that the layer's forward has for eager's weights until it returns
        Count layer = 0;                     ///< whose keys and values the cache holds
    };
    [[nodiscard]] bool has(const std::string &name) const { return m_names.contains(name); }
    /// Of a module by its full name; of one that the model does not have, one without weights.
    [[nodiscard]] LinearModule &linear_of(const std::string &name);
    [[nodiscard]] Leaf &leaf(const std::string &name);
    [[nodiscard]] Tensor normed(Machine &m, const std::string &name, Tensor x);
    /// Tokens by the model's input embedding; `scaled`: BartScaledWordEmbedding.
    [[nodiscard]] Tensor looked_up(Machine &m, const ForwardInputs &inputs, const std::string &table, bool scaled = false);
    [[nodiscard]] Dtype weights_dtype() const { return m_weights; }
    [[nodiscard]] Tensor attend(Machine &m, const Reading &reading, const Tensor &x, const Tensor &memory,
                                const ForwardInputs &inputs);
    /// Keys and values as the cache gives them back, where there is one.
    struct Heads {
        Tensor q, k, v;
    };
    [[nodiscard]] Heads heads_of(Machine &m, const Reading &reading, const Tensor &x, const Tensor &memory,
                                 const ForwardInputs &inputs);
    /// The same before the output projection; `heads` are the names that the attention's forward has until it returns.
    [[nodiscard]] Tensor attended(Machine &m, const Reading &reading, const Heads &heads, const ForwardInputs &inputs);
    /// Of a stack that reads itself, made once for its layers.
    [[nodiscard]] AttentionMask own_mask(Machine &m, const ForwardInputs &inputs, bool causal, Dtype dtype) const;
    /// Runs `layer` for each of `count`, checkpointed where the plan says so.
    [[nodiscard]] Tensor run_layers(Machine &m, Tensor hidden, Count count, const ForwardInputs &inputs,
                                    const std::function<Tensor(Tensor, Count)> &layer);
    [[nodiscard]] Tensor up_and_down(Machine &m, const std::string &up, const std::string &down, Tensor x,
                                     const ForwardInputs &inputs);

private:
    [[nodiscard]] bool quantised(const std::string &name) const;
    /// A head's decoder whose weight, and perhaps bias, is another module's.
    void tie(LinearModule &linear, const Module &module, const LinearSpec &spec);
    [[nodiscard]] AttentionMask mask_of(Machine &m, const ForwardInputs &inputs, Count queries, Count keys, bool causal,
                                        Dtype dtype) const;
    /// Encoder, then decoder.
    [[nodiscard]] Tensor both_stacks(Machine &m, const ForwardInputs &inputs);

    const SequenceSpec &m_spec;
    std::shared_ptr<AdapterRun> m_adapters; ///< null: none
    std::deque<LinearModule> m_linears;
    Dtype m_weights = Dtype::bf16; ///< of what is not quantised
    std::deque<NormModule> m_norms;
    std::deque<Leaf> m_leaves;
    LinearModule m_no_linear; ///< of a name that the model does not have
    Leaf m_no_leaf;
    std::vector<Tensor> m_buffers;
    enum class Holder : std::uint8_t { linear, norm, leaf };
    std::unordered_map<std::string, std::pair<Holder, std::size_t>> m_names;
};

/// A dropout's rate: 0 where nothing trains.
[[nodiscard]] inline double rate(double dropout, const ForwardInputs &inputs) { return inputs.training ? dropout : 0.0; }

} // namespace plimsoll::step
