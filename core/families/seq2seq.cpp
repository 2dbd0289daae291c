// SPDX-License-Identifier: GPL-3.0-or-later
// Encoder-decoders: T5, mT5, UMT5, BART, mBART, Whisper.
#include "core/families/families.h"

#include "core/families/mixers.h"
#include "core/families/pieces.h"
#include "core/ground/phrase.h"

namespace plimsoll {
namespace {

std::vector<std::string> notes_of(SequenceHead head)
{
    std::vector<std::string> out{
        phrase(QT_TRANSLATE_NOOP("core", "input and labels are each %1 tokens long"), {"sequence_length"})};
    if (head == SequenceHead::none)
        out.push_back(phrase(QT_TRANSLATE_NOOP(
            "core", "the class is bare, so it has no loss: the gradient of its last states starts the backward")));
    return out;
}

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

void add_bart_attention(Tree &tree, const char *name, Count hidden, bool key_bias = true)
{
    const auto scope = tree.in(name);
    tree.linear("k_proj", hidden, hidden, key_bias);
    tree.linear("v_proj", hidden, hidden, true);
    tree.linear("q_proj", hidden, hidden, true);
    tree.linear("out_proj", hidden, hidden, true);
}

void add_bart_layers(Tree &tree, Count layers, Count hidden, Count width, bool decoder, bool key_bias = true)
{
    for (Count i = 0; i < layers; ++i) {
        const auto layer = tree.in("layers", i);
        add_bart_attention(tree, "self_attn", hidden, key_bias);
        tree.norm("self_attn_layer_norm", hidden, true);
        if (decoder) {
            add_bart_attention(tree, "encoder_attn", hidden, key_bias);
            tree.norm("encoder_attn_layer_norm", hidden, true);
        }
        tree.linear("fc1", hidden, width, true);
        tree.linear("fc2", width, hidden, true);
        tree.norm("final_layer_norm", hidden, true);
    }
}

SequenceSpec bart_spec(const Config &config, std::string family, std::string base)
{
    SequenceSpec spec;
    spec.family = std::move(family);
    spec.base = std::move(base);
    spec.hidden = config.size("d_model");
    spec.heads = config.size("encoder_attention_heads");
    spec.head_dim = spec.hidden / spec.heads;
    spec.layers = config.layers("encoder_layers");
    spec.decoder_layers = config.layers("decoder_layers");
    spec.activation = activation_of(config, "activation_function");
    spec.dropout = config.number_or("dropout", 0);
    spec.attention_dropout = config.number_or("attention_dropout", 0);
    spec.activation_dropout = config.number_or("activation_dropout", 0);
    return spec;
}

/// BartForCausalLM and its like: a decoder with a head, whose attention to an encoder stands idle. `tie`: of embedding and head.
void finish_decoder_alone(Draft &draft, SequenceSpec spec, const std::string &head, Count vocab, bool tie)
{
    draft.tree.linear(head, spec.hidden, vocab);
    if (tie) draft.tree.tie(head + ".weight", "model.decoder.embed_tokens.weight");
    draft.arch.output_embedding = head;
    draft.arch.generates = true;
    spec.layers = 0;
    spec.decoder_alone = true;
    spec.head = SequenceHead::tokens;
    spec.output = head;
    keep_sequence(draft, std::move(spec), vocab);
}

void describe_bart_decoder(const Config &config, Draft &draft, bool final_norms)
{
    const Count hidden = config.size("d_model"), vocab = config.size("vocab_size");
    {
        const auto decoder = draft.tree.in("model.decoder");
        draft.tree.embedding("embed_tokens", vocab, hidden);
        draft.tree.embedding("embed_positions", config.size("max_position_embeddings") + 2, hidden);
        add_bart_layers(draft.tree, config.layers("decoder_layers"), hidden, config.size("decoder_ffn_dim"), true);
        draft.tree.norm("layernorm_embedding", hidden, true);
        if (final_norms) draft.tree.norm("layer_norm", hidden, true);
    }
    SequenceSpec spec = bart_spec(config, "bart", "model.");
    spec.heads = config.size("decoder_attention_heads");
    spec.head_dim = spec.hidden / spec.heads;
    finish_decoder_alone(draft, std::move(spec), "lm_head", vocab, config.flag("tie_word_embeddings", true));
}

/// `final_norms`: mBART normalises the outputs of both stacks too.
void describe_bart_like(const Config &config, Draft &draft, bool final_norms)
{
    Tree &tree = draft.tree;
    const Count hidden = config.size("d_model"), vocab = config.size("vocab_size"),
                positions = config.size("max_position_embeddings") + 2;
    if (draft.arch.class_name.ends_with("ForCausalLM")) return describe_bart_decoder(config, draft, final_norms);
    if (draft.arch.class_name.empty()) draft.arch.class_name = "BartForConditionalGeneration";
    const bool bare = draft.arch.class_name == "BartModel" || draft.arch.class_name == "MBartModel";
    const bool tied = config.flag("tie_word_embeddings", true);
    const std::string base = bare ? "" : "model.";
    {
        const auto model = tree.in(bare ? "" : "model");
        tree.embedding("shared", vocab, hidden);
        for (const bool decoder : {false, true}) {
            const std::string name = decoder ? "decoder" : "encoder";
            const auto stack = tree.in(name);
            tree.embedding("embed_tokens", vocab, hidden);
            if (tied) tree.tie(base + name + ".embed_tokens.weight", base + "shared.weight");
            tree.embedding("embed_positions", positions, hidden);
            add_bart_layers(tree, config.layers(name + "_layers"), hidden, config.size(name + "_ffn_dim"), decoder);
            tree.norm("layernorm_embedding", hidden, true);
            if (final_norms) tree.norm("layer_norm", hidden, true);
        }
    }
    draft.arch.generates = draft.arch.class_name.ends_with("ForConditionalGeneration");
    if (draft.arch.generates) {
        tree.buffer("final_logits_bias", {1, vocab}, Dtype::fp32, "");
        tree.linear("lm_head", hidden, vocab);
        if (tied) tree.tie("lm_head.weight", "model.shared.weight");
        draft.arch.output_embedding = "lm_head";
    } else if (!bare) {
        config.refuse("architectures", draft.arch.class_name,
                      phrase(QT_TRANSLATE_NOOP("core", "%1 or %2's"), {"BartModel, BartForConditionalGeneration", "mBART"}));
    }
    SequenceSpec spec = bart_spec(config, "bart", base);
    spec.head = bare ? SequenceHead::none : SequenceHead::tokens;
    spec.output = bare ? "" : "lm_head";
    std::vector<std::string> notes = notes_of(spec.head);
    keep_sequence(draft, std::move(spec), vocab, std::move(notes));
}

} // namespace

void describe_t5(const Config &config, Draft &draft) { describe_t5_like(config, draft, false); }
void describe_umt5(const Config &config, Draft &draft) { describe_t5_like(config, draft, true); }
void describe_bart(const Config &config, Draft &draft) { describe_bart_like(config, draft, false); }
void describe_mbart(const Config &config, Draft &draft) { describe_bart_like(config, draft, true); }

void describe_whisper(const Config &config, Draft &draft)
{
    Tree &tree = draft.tree;
    std::string &name = draft.arch.class_name;
    if (name.empty()) name = "WhisperForConditionalGeneration";
    const bool alone = name == "WhisperForCausalLM";
    if (!alone && name != "WhisperForConditionalGeneration")
        config.refuse("architectures", name, "WhisperForConditionalGeneration");
    const Count hidden = config.size("d_model"), vocab = config.size("vocab_size");
    if (!alone) {
        const auto encoder = tree.in("model.encoder");
        tree.convolution("conv1", {hidden, config.size("num_mel_bins"), 3}, true);
        tree.convolution("conv2", {hidden, hidden, 3}, true);
        tree.embedding("embed_positions", config.size("max_source_positions"), hidden);
        add_bart_layers(tree, config.layers("encoder_layers"), hidden, config.size("encoder_ffn_dim"), false, false);
        tree.norm("layer_norm", hidden, true);
    }
    {
        const auto decoder = tree.in("model.decoder");
        tree.embedding("embed_tokens", vocab, hidden);
        tree.embedding("embed_positions", config.size("max_target_positions"), hidden);
        add_bart_layers(tree, config.layers("decoder_layers"), hidden, config.size("decoder_ffn_dim"), true, false);
        tree.norm("layer_norm", hidden, true);
    }
    SequenceSpec spec = bart_spec(config, "whisper", "model.");
    const bool tied = config.flag("tie_word_embeddings", true);
    if (alone) {
        spec.decoder_limit = config.size("max_target_positions");
        return finish_decoder_alone(draft, std::move(spec), "proj_out", vocab, tied);
    }
    tree.linear("proj_out", hidden, vocab);
    if (tied) tree.tie("proj_out.weight", "model.decoder.embed_tokens.weight");
    draft.arch.output_embedding = "proj_out";
    spec.fixed_length = config.size("max_source_positions");
    spec.decoder_limit = config.size("max_target_positions");
    spec.input_elements = 2 * spec.fixed_length * config.size("num_mel_bins");
    spec.head = SequenceHead::tokens;
    spec.output = "proj_out";
    keep_sequence(draft, std::move(spec), vocab,
                  {phrase(QT_TRANSLATE_NOOP(
                              "core", "30 seconds of sound go in whatever their length; labels are %1 tokens long, at most as "
                                      "many as the decoder has positions"),
                          {"sequence_length"})});
}

} // namespace plimsoll
