// SPDX-License-Identifier: GPL-3.0-or-later
// Whisper.
#include "core/families/describe/keep_step.h"
#include "core/families/describe/pieces.h"
#include "core/families/describe/frames/seq2seq_frame.h"
#include "core/decoder/sequence.h"
#include "core/ground/phrase.h"
#include "core/model/extension.h"

#include <string>

namespace plimsoll {

namespace step {

namespace {

// modeling_whisper.py of transformers 5.23.

/// WhisperEncoder: two convolutions over the sound, the second halves its frames, and positions.
Tensor whisper_frames(SequenceModel &model, Machine &m, const std::string &stack, const ForwardInputs &inputs)
{
    const SequenceSpec &spec = model.spec();
    const Shape frames{inputs.batch, 2 * inputs.length, spec.hidden};
    const Tensor sound = m.empty({inputs.batch, spec.input_elements}, Dtype::fp32, "input_features");
    Leaf &first = model.leaf(stack + "conv1.weight"), &second = model.leaf(stack + "conv2.weight");
    Tensor x = to(m, sound, m.autocast ? *m.autocast : first.value.dtype());
    x = matmul_weight(m, x.view({frames.rows(), spec.input_elements / frames.size[1]}), first.value, spec.hidden);
    x = activate(m, x.view(frames), Activation::gelu);
    x = matmul_weight(m, x.view({inputs.batch * inputs.length, 2 * spec.hidden}), second.value, spec.hidden);
    x = activate(m, x.view({inputs.batch, inputs.length, spec.hidden}), Activation::gelu);
    return add(m, std::move(x), model.leaf(stack + "embed_positions.weight").value);
}

Tensor whisper_stack(SequenceModel &model, Machine &m, const std::string &name, const Tensor &memory, const ForwardInputs &inputs)
{
    const SequenceSpec &spec = model.spec();
    const bool decoder = memory.defined() || spec.decoder_alone;
    const std::string stack = spec.base + name + ".";
    Tensor hidden, words, positions; // inputs_embeds, positions: names of the decoder's forward
    if (decoder) {
        words = model.looked_up(m, inputs, stack + "embed_tokens.weight");
        positions = embedding(m, {inputs.batch, inputs.length}, model.leaf(stack + "embed_positions.weight"));
        hidden = add(m, words, positions);
    } else {
        hidden = whisper_frames(model, m, stack, inputs);
    }
    hidden = dropout(m, std::move(hidden), rate(spec.dropout, inputs));
    const AttentionMask mask = model.own_mask(m, inputs, decoder, model.weights_dtype());
    return bart_layers(model, m, stack, std::move(hidden), memory, mask, decoder, inputs);
}

// WhisperEncoder.__init__ freezes embed_positions; from_pretrained of transformers 5 makes every loaded parameter train again
// (core_model_loading.py, set_param_for_module).
constexpr SequenceClass whisper_class{.stack = whisper_stack, .scaled_heads = true, .scores_prompt = true};

} // namespace

} // namespace step

namespace {

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
    SequenceSpec spec = bart_spec(config, step::whisper_class, "model.");
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

} // namespace

std::span<const Family> whisper_families()
{
    static constexpr Family rows[] = {
        {"whisper", "whisper", "", describe_whisper},
    };
    return rows;
}

} // namespace plimsoll
