// SPDX-License-Identifier: GPL-3.0-or-later
// T5, mT5 and UMT5.
#include "core/families/mixers.h"
#include "core/families/pieces.h"
#include "core/families/seq2seq_frame.h"
#include "core/ground/phrase.h"
#include "core/model/extension.h"

namespace plimsoll {

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
    spec.family = "t5";
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
        {"mt5", "t5", "", describe_t5},
        {"t5", "t5", "", describe_t5},
        {"umt5", "umt5", "", describe_umt5},
    };
    return rows;
}

} // namespace plimsoll
