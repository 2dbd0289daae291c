// SPDX-License-Identifier: GPL-3.0-or-later
// T5, mT5 and UMT5.
#include "core/families/describe/keep_step.h"
#include "core/families/describe/pieces.h"
#include "core/families/describe/frames/seq2seq_frame.h"
#include "core/decoder/sequence.h"
#include "core/ground/phrase.h"
#include "core/model/extension.h"

#include <memory>
#include <string>

namespace plimsoll {

namespace step {

namespace {

// modeling_t5.py, modeling_umt5.py of transformers 5.23.

/// compute_bias of one layer.
Tensor relative_bias(SequenceModel &model, Machine &m, const std::string &block, Count length)
{
    // compute_bias: buckets of all pairs of positions, some of them at once, then the table's rows
    Leaf &table = model.leaf(block + "SelfAttention.relative_attention_bias.weight");
    const Shape pairs{length, length};
    const Tensor distance = m.empty(pairs, Dtype::int64, "relative_position");
    Tensor values;
    {
        const Tensor buckets = m.empty(pairs, Dtype::int64, "relative_buckets");
        {
            const Tensor positive = m.empty(pairs, Dtype::int64, "relative_position");
            const Tensor logarithm = m.empty(pairs, Dtype::int64, "relative_position_if_large");
            const Tensor least = m.empty(pairs, Dtype::int64, "relative_position_if_large");
        }
        values = embedding(m, pairs, table);
        if (values.requires_grad()) node_of(values.node)->saved[0] = Saved(m, buckets);
    }
    return values.view({1, model.spec().heads, length, length});
}

Tensor t5_stack(SequenceModel &model, Machine &m, const std::string &name, const Tensor &memory, const ForwardInputs &inputs)
{
    const SequenceSpec &spec = model.spec();
    const bool decoder = memory.defined();
    Tensor hidden = model.looked_up(m, inputs, "shared.weight");
    hidden = dropout(m, std::move(hidden), rate(spec.dropout, inputs));
    // the first layer's positions serve all; they live as long as a layer may be run again
    const auto bias = std::make_shared<Tensor>();
    const auto across = std::make_shared<Tensor>();
    const auto layer = [&model, &m, &spec, name, memory, inputs, decoder, bias, across](Tensor input, Count i) {
        const std::string block = name + ".block." + std::to_string(i) + ".layer.";
        const double p = rate(spec.dropout, inputs);
        Tensor x = model.normed(m, block + "0.layer_norm", input);
        // made again when the layer is run again, as whatever is saved must be saved alike both times
        Tensor own = *bias;
        if (i == 0 || spec.bias_in_every_layer) own = relative_bias(model, m, block + "0.", inputs.length);
        if (!bias->defined()) *bias = own;
        x = model.attend(m, {block + "0.SelfAttention.", "q", "k", "v", "o", decoder, own, false, decoder}, x, x, inputs);
        Tensor out = add(m, dropout(m, std::move(x), p), input);
        if (decoder) {
            Tensor y = model.normed(m, block + "1.layer_norm", out);
            if (!across->defined())
                *across = m.empty({1, spec.heads, inputs.length, memory.shape().size[1]}, y.dtype(), "position_bias");
            y = model.attend(m, {block + "1.EncDecAttention.", "q", "k", "v", "o", false, *across, true, true}, y, memory,
                             inputs);
            out = add(m, dropout(m, std::move(y), p), std::move(out));
        }
        const std::string last = block + (decoder ? "2." : "1.");
        Tensor z = model.normed(m, last + "layer_norm", out);
        Tensor up;
        if (spec.gated) {
            Tensor gate = activate(m, model.linear_of(last + "DenseReluDense.wi_0").forward(m, z), spec.activation);
            up = mul(m, std::move(gate), model.linear_of(last + "DenseReluDense.wi_1").forward(m, z));
        } else {
            up = activate(m, model.linear_of(last + "DenseReluDense.wi").forward(m, z), spec.activation);
        }
        up = dropout(m, std::move(up), p);
        z = model.linear_of(last + "DenseReluDense.wo").forward(m, std::move(up));
        return add(m, dropout(m, std::move(z), p), std::move(out));
    };
    hidden = model.run_layers(m, std::move(hidden), decoder ? spec.decoder_layers : spec.layers, inputs, layer);
    hidden = model.normed(m, name + ".final_layer_norm", std::move(hidden));
    return dropout(m, std::move(hidden), rate(spec.dropout, inputs));
}

constexpr SequenceClass t5_class{.stack = t5_stack, .masks_as_queries = true, .copies_settings = true, .left_wide = ".wo"};

} // namespace

} // namespace step

namespace {

struct T5Sizes {
    Count hidden, inner, width, heads, buckets;
    bool gated, bias_in_every_layer;
};

void add_t5_attention(Tree &tree, const char *name, const T5Sizes &t, bool relative_bias)
{
    const auto scope = tree.in(name);
    tree.linear("q", t.hidden, t.inner);
    tree.linear("k", t.hidden, t.inner);
    tree.linear("v", t.hidden, t.inner);
    tree.linear("o", t.inner, t.hidden);
    if (relative_bias) tree.embedding("relative_attention_bias", t.buckets, t.heads);
}

void add_t5_stack(Tree &tree, const char *name, const T5Sizes &t, Count vocab, Count layers, bool decoder)
{
    const auto stack = tree.in(name);
    tree.embedding("embed_tokens", vocab, t.hidden);
    tree.tie(std::string(name) + ".embed_tokens.weight", "shared.weight");
    for (Count i = 0; i < layers; ++i) {
        const auto block = tree.in("block", i);
        add_t5_attention(tree, "layer.0.SelfAttention", t, i == 0 || t.bias_in_every_layer);
        tree.norm("layer.0.layer_norm", t.hidden);
        if (decoder) {
            add_t5_attention(tree, "layer.1.EncDecAttention", t, false);
            tree.norm("layer.1.layer_norm", t.hidden);
        }
        const auto mlp = tree.in("layer", decoder ? 2 : 1);
        for (const char *up : {"DenseReluDense.wi_0", "DenseReluDense.wi_1"})
            if (t.gated) tree.linear(up, t.hidden, t.width);
        if (!t.gated) tree.linear("DenseReluDense.wi", t.hidden, t.width);
        tree.linear("DenseReluDense.wo", t.width, t.hidden);
        tree.norm("layer_norm", t.hidden);
    }
    tree.norm("final_layer_norm", t.hidden);
}

void describe_t5_like(const Config &config, Draft &draft, bool bias_in_every_layer)
{
    const Count layers = config.layers("num_layers"), vocab = config.size("vocab_size");
    T5Sizes t{config.size("d_model"),
              0,
              config.size("d_ff"),
              config.size("num_heads"),
              config.size("relative_attention_num_buckets"),
              config.text("feed_forward_proj", "relu").starts_with("gated"),
              bias_in_every_layer};
    t.inner = t.heads * config.size("d_kv");
    draft.tree.embedding("shared", vocab, t.hidden);
    add_t5_stack(draft.tree, "encoder", t, vocab, layers, false);
    std::string &name = draft.arch.class_name;
    if (name.empty() || name.ends_with("LMHeadModel")) name = "T5ForConditionalGeneration";
    const bool encodes = name.ends_with("EncoderModel");
    if (!encodes && !name.ends_with("ForConditionalGeneration") && name.find("For") != std::string::npos)
        config.refuse(
            "architectures", name,
            phrase(QT_TRANSLATE_NOOP("core", "%1 or %2's"), {"T5Model, T5EncoderModel, T5ForConditionalGeneration", "mT5"}));
    if (!encodes) {
        const Count decoder_layers = config.has("num_decoder_layers") ? config.layers("num_decoder_layers") : layers;
        add_t5_stack(draft.tree, "decoder", t, vocab, decoder_layers, true);
    }
    draft.arch.generates = name.ends_with("ForConditionalGeneration");
    if (draft.arch.generates) {
        draft.tree.linear("lm_head", t.hidden, vocab);
        draft.tree.tie("lm_head.weight", "shared.weight");
        draft.arch.output_embedding = "lm_head";
    }
    SequenceSpec spec;
    spec.of = &step::t5_class;
    spec.hidden = t.hidden;
    spec.heads = t.heads;
    spec.head_dim = config.size("d_kv");
    spec.layers = layers;
    if (!encodes) spec.decoder_layers = config.has("num_decoder_layers") ? config.layers("num_decoder_layers") : layers;
    spec.gated = t.gated;
    spec.bias_in_every_layer = bias_in_every_layer;
    spec.dropout = spec.attention_dropout = config.number_or("dropout_rate", 0.1);
    const std::string act = config.text("feed_forward_proj", "relu");
    spec.activation = act == "gated-gelu" ? Activation::gelu_new : act.ends_with("silu") ? Activation::silu : Activation::relu;
    if (draft.arch.generates) {
        spec.head = SequenceHead::tokens;
        spec.output = "lm_head";
    }
    std::vector<std::string> notes = notes_of(spec.head);
    if (spec.decoder_layers == 0) notes.erase(notes.begin());
    keep_sequence(draft, std::move(spec), vocab, std::move(notes));
}

void describe_t5(const Config &config, Draft &draft) { describe_t5_like(config, draft, false); }

void describe_umt5(const Config &config, Draft &draft) { describe_t5_like(config, draft, true); }

} // namespace

std::span<const Family> t5_families()
{
    static constexpr Family rows[] = {
        {"mt5", "t5", "", describe_t5, nullptr, {.flash2 = false, .float32_checkpoints = true}},
        {"t5", "t5", "", describe_t5, nullptr, {.flash2 = false, .float32_checkpoints = true}},
        {"umt5", "umt5", "", describe_umt5, nullptr, {.flash2 = false}},
    };
    return rows;
}

} // namespace plimsoll
