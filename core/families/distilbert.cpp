// SPDX-License-Identifier: GPL-3.0-or-later
// DistilBERT.
#include "core/families/describe/class_forms.h"
#include "core/families/describe/frames/encoder_frame.h"
#include "core/families/describe/pieces.h"
#include "core/decoder/sequence.h"
#include "core/ground/phrase.h"
#include "core/model/config/accepted.h"
#include "core/model/extension.h"

#include <string>

namespace plimsoll {

namespace step {

namespace {

// modeling_distilbert.py of transformers 5.23.

Tensor distilbert_layer(SequenceModel &model, Machine &m, const std::string &p, const Tensor &input, const AttentionMask &mask,
                        const ForwardInputs &inputs)
{
    Tensor weights; // `attention_output, _ = self.attention(…)`
    SequenceModel::Reading own{p + "attention.", "q_lin", "k_lin", "v_lin", "out_lin", false, {}, false, false, &mask};
    own.weights = &weights;
    Tensor x = model.attend(m, own, input, input, inputs);
    x = model.normed(m, p + "sa_layer_norm", add(m, x, input));
    Tensor y = model.up_and_down(m, p + "ffn.lin1", p + "ffn.lin2", x, inputs);
    y = dropout(m, std::move(y), rate(model.spec().dropout, inputs));
    return model.normed(m, p + "output_layer_norm", add(m, y, x));
}

Tensor distilbert_states(SequenceModel &model, Machine &m, const ForwardInputs &inputs)
{
    const SequenceSpec &spec = model.spec();
    const std::string table = spec.base + "embeddings.";
    Tensor hidden;
    { // names that live until the embeddings' forward returns
        const Tensor words = model.looked_up(m, inputs, table + "word_embeddings.weight");
        const Tensor positions = embedding(m, {1, inputs.length}, model.leaf(table + "position_embeddings.weight"));
        Tensor sum = add(m, words, positions);
        hidden = std::move(sum);
        Tensor next = model.normed(m, table + "LayerNorm", hidden);
        hidden = std::move(next);
        next = dropout(m, hidden, rate(spec.dropout, inputs));
        hidden = std::move(next);
    }
    m.mark(QT_TRANSLATE_NOOP("core", "after embedding"));
    const AttentionMask mask = model.own_mask(m, inputs, spec.causal, model.weights_dtype());
    const Tensor embedded = hidden; // embedding_output
    const auto layer = [&model, &m, inputs, mask](const Tensor &input, Count i) {
        return distilbert_layer(model, m, model.spec().base + "transformer.layer." + std::to_string(i) + ".", input, mask,
                                inputs);
    };
    hidden = model.run_layers(m, std::move(hidden), spec.layers, inputs, layer);
    m.mark(QT_TRANSLATE_NOOP("core", "after the layers"));
    capture(m, inputs, hidden);
    return hidden;
}

constexpr SequenceClass distilbert_class{.states = distilbert_states};

} // namespace

} // namespace step

namespace {

void describe_distilbert(const Config &config, Draft &draft)
{
    Tree &tree = draft.tree;
    const std::string name = draft.arch.class_name;
    const bool bare = name == "DistilBertModel";
    const Count hidden = config.size("hidden_size"), width = config.size("hidden_dim"), vocab = config.size("vocab_size");
    const Count positions = config.size("max_position_embeddings");
    {
        const auto scope = tree.in(bare ? "" : "distilbert");
        tree.buffer("position_ids", {1, positions}, Dtype::int64, "embeddings");
        tree.embedding("embeddings.word_embeddings", vocab, hidden);
        tree.embedding("embeddings.position_embeddings", positions, hidden);
        tree.norm("embeddings.LayerNorm", hidden, true);
        for (Count i = 0; i < config.layers("num_hidden_layers"); ++i) {
            const auto layer = tree.in("transformer.layer", i);
            for (const char *projection : {"attention.q_lin", "attention.k_lin", "attention.v_lin", "attention.out_lin"})
                tree.linear(projection, hidden, hidden, true);
            tree.norm("sa_layer_norm", hidden, true);
            tree.linear("ffn.lin1", hidden, width, true);
            tree.linear("ffn.lin2", width, hidden, true);
            tree.norm("output_layer_norm", hidden, true);
        }
    }
    SequenceSpec spec = encoder_spec(config, step::distilbert_class, bare ? "" : "distilbert.");
    spec.dropout = config.number_or("dropout", 0.1);
    spec.attention_dropout = config.number_or("attention_dropout", 0.1);
    spec.head = bare ? SequenceHead::none : SequenceHead::tokens;
    Count scores = label_count(config);
    spec.output = "classifier";
    if (name.ends_with("ForMaskedLM")) {
        spec.transform = "vocab_transform";
        spec.transform_norm = "vocab_layer_norm";
        spec.output = "vocab_projector";
        scores = vocab;
        tree.linear("vocab_transform", hidden, hidden, true);
        tree.norm("vocab_layer_norm", hidden, true);
        tree.linear("vocab_projector", hidden, vocab, true);
        if (config.flag("tie_word_embeddings", true))
            tree.tie("vocab_projector.weight", "distilbert.embeddings.word_embeddings.weight");
        draft.arch.output_embedding = "vocab_projector";
    } else if (name.ends_with("ForSequenceClassification")) {
        tree.linear("pre_classifier", hidden, hidden, true);
        spec.transform = "pre_classifier";
        spec.head = SequenceHead::sequence;
        tree.linear("classifier", hidden, label_count(config), true);
    } else if (name.ends_with("ForTokenClassification")) {
        tree.linear("classifier", hidden, label_count(config), true);
    } else if (name.ends_with("ForQuestionAnswering")) {
        tree.linear("qa_outputs", hidden, 2, true);
        spec.output = "qa_outputs";
        scores = 2;
    } else if (!bare) {
        config.refuse("architectures", name, phrase(QT_TRANSLATE_NOOP("core", "a head of %1"), {"DistilBERT"}));
    }
    finish_encoder(draft, std::move(spec), scores);
}

} // namespace

std::span<const Family> distilbert_families()
{
    static constexpr Family rows[] = {
        {"distilbert", "distilbert", "", describe_distilbert, nullptr, {.float32_checkpoints = true}},
    };
    return rows;
}

} // namespace plimsoll
