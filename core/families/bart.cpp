// SPDX-License-Identifier: GPL-3.0-or-later
// BART and mBART.
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

// modeling_bart.py, modeling_mbart.py of transformers 5.23.

Tensor bart_stack(SequenceModel &model, Machine &m, const std::string &name, const Tensor &memory, const ForwardInputs &inputs)
{
    const SequenceSpec &spec = model.spec();
    const bool decoder = memory.defined() || spec.decoder_alone;
    const std::string stack = spec.base + name + ".";
    // inputs_embeds, attention_mask, positions: names of the stack's forward
    const Tensor words = model.looked_up(m, inputs, stack + "embed_tokens.weight", true);
    const AttentionMask mask = model.own_mask(m, inputs, decoder, model.weights_dtype());
    const Tensor positions = embedding(m, {1, inputs.length}, model.leaf(stack + "embed_positions.weight"));
    Tensor hidden = add(m, words, positions);
    hidden = model.normed(m, stack + "layernorm_embedding", std::move(hidden));
    hidden = dropout(m, std::move(hidden), rate(spec.dropout, inputs));
    return bart_layers(model, m, stack, std::move(hidden), memory, mask, decoder, inputs);
}

constexpr SequenceClass bart_class{.stack = bart_stack, .logits_bias = true};

} // namespace

} // namespace step

namespace {

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
    SequenceSpec spec = bart_spec(config, step::bart_class, "model.");
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
    SequenceSpec spec = bart_spec(config, step::bart_class, base);
    spec.head = bare ? SequenceHead::none : SequenceHead::tokens;
    spec.output = bare ? "" : "lm_head";
    std::vector<std::string> notes = notes_of(spec.head);
    keep_sequence(draft, std::move(spec), vocab, std::move(notes));
}

void describe_bart(const Config &config, Draft &draft) { describe_bart_like(config, draft, false); }

void describe_mbart(const Config &config, Draft &draft) { describe_bart_like(config, draft, true); }

} // namespace

std::span<const Family> bart_families()
{
    static constexpr Family rows[] = {
        {"bart", "bart", "", describe_bart, nullptr, {.float32_checkpoints = true}},
        {"mbart", "mbart", "", describe_mbart, nullptr, {.float32_checkpoints = true}},
    };
    return rows;
}

} // namespace plimsoll
