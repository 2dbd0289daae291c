// SPDX-License-Identifier: GPL-3.0-or-later
// Layers of BART, which Whisper has too, and what an encoder-decoder's decoder is alone.
#include "core/families/describe/frames/seq2seq_frame.h"

#include "core/families/describe/keep_step.h"
#include "core/families/describe/pieces.h"
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

SequenceSpec bart_spec(const Config &config, const step::SequenceClass &of, std::string base)
{
    SequenceSpec spec;
    spec.of = &of;
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

namespace step {

Tensor bart_layers(SequenceModel &model, Machine &m, const std::string &stack, Tensor hidden, const Tensor &memory,
                   const AttentionMask &mask, bool decoder, const ForwardInputs &inputs)
{
    const SequenceSpec &spec = model.spec();
    const bool first = model.has(stack + "layer_norm"); // mBART and Whisper normalise before, BART after
    const auto layer = [&model, &m, stack, memory, inputs, mask, decoder, first](Tensor input, Count i) {
        const std::string p = stack + "layers." + std::to_string(i) + ".";
        const double d = rate(model.spec().dropout, inputs);
        Tensor weights; // `hidden_states, _ = self.self_attn(…)`: till the layer's forward returns
        const auto part = [&](const std::string &norm_name, const Tensor &x, const auto &run) {
            Tensor y = run(first ? model.normed(m, p + norm_name, x) : x);
            y = dropout(m, std::move(y), d);
            y = add(m, y, x);
            return first ? y : model.normed(m, p + norm_name, std::move(y));
        };
        Tensor x = part("self_attn_layer_norm", input, [&](const Tensor &y) {
            return model.attend(
                m, {p + "self_attn.", "q_proj", "k_proj", "v_proj", "out_proj", decoder, {}, false, true, &mask, &weights, i}, y,
                y, inputs);
        });
        if (memory.defined())
            x = part("encoder_attn_layer_norm", x, [&](const Tensor &y) {
                return model.attend(
                    m,
                    {p + "encoder_attn.", "q_proj", "k_proj", "v_proj", "out_proj", false, {}, false, false, nullptr, &weights},
                    y, memory, inputs);
            });
        return part("final_layer_norm", x,
                    [&](Tensor y) { return model.up_and_down(m, p + "fc1", p + "fc2", std::move(y), inputs); });
    };
    hidden = model.run_layers(m, std::move(hidden), decoder ? spec.decoder_layers : spec.layers, inputs, layer);
    return first ? model.normed(m, stack + "layer_norm", std::move(hidden)) : hidden;
}

} // namespace step

} // namespace plimsoll
