// SPDX-License-Identifier: GPL-3.0-or-later
// Layers of BART, which Whisper has too, and what an encoder-decoder's decoder is alone.
#include "core/families/seq2seq_frame.h"

#include "core/families/mixers.h"
#include "core/families/pieces.h"
#include "core/ground/phrase.h"
#include "core/model/extension.h"

namespace plimsoll {

std::vector<std::string> notes_of(SequenceHead head)
{
    std::vector<std::string> out{
        phrase(QT_TRANSLATE_NOOP("core", "input and labels are each %1 tokens long"), {"sequence_length"})};
    if (head == SequenceHead::none)
        out.push_back(phrase(QT_TRANSLATE_NOOP(
            "core", "the class is bare, so it has no loss: the gradient of its last states starts the backward")));
    return out;
}

namespace {

void add_bart_attention(Tree &tree, const char *name, Count hidden, bool key_bias)
{
    const auto scope = tree.in(name);
    tree.linear("k_proj", hidden, hidden, key_bias);
    tree.linear("v_proj", hidden, hidden, true);
    tree.linear("q_proj", hidden, hidden, true);
    tree.linear("out_proj", hidden, hidden, true);
}

} // namespace

void add_bart_layers(Tree &tree, Count layers, Count hidden, Count width, bool decoder, bool key_bias)
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

} // namespace plimsoll
