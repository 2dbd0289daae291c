// SPDX-License-Identifier: GPL-3.0-or-later
// DistilBERT.
#include "core/families/class_forms.h"
#include "core/families/encoder_frame.h"
#include "core/families/pieces.h"
#include "core/ground/phrase.h"
#include "core/model/config/accepted.h"
#include "core/model/extension.h"

namespace plimsoll {

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
    SequenceSpec spec = encoder_spec(config, "distilbert", bare ? "" : "distilbert.");
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
        {"distilbert", "distilbert", "", describe_distilbert},
    };
    return rows;
}

} // namespace plimsoll
