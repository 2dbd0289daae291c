// SPDX-License-Identifier: GPL-3.0-or-later
// BERT and RoBERTa. The first architecture of the configuration says which head they carry.
#include "core/families/class_forms.h"
#include "core/families/encoder_frame.h"
#include "core/families/pieces.h"
#include "core/ground/phrase.h"
#include "core/model/config/accepted.h"
#include "core/model/extension.h"

namespace plimsoll {

namespace {

/// `crossed`: a decoder of an encoder-decoder pair, which attends to the encoder's states besides.
void add_bert_layer(Tree &tree, Count hidden, Count width, bool crossed)
{
    for (const char *name : {"attention", "crossattention"}) {
        if (!crossed && name == std::string_view("crossattention")) continue;
        const auto scope = tree.in(name);
        tree.linear("self.query", hidden, hidden, true);
        tree.linear("self.key", hidden, hidden, true);
        tree.linear("self.value", hidden, hidden, true);
        tree.linear("output.dense", hidden, hidden, true);
        tree.norm("output.LayerNorm", hidden, true);
    }
    tree.linear("intermediate.dense", hidden, width, true);
    tree.linear("output.dense", width, hidden, true);
    tree.norm("output.LayerNorm", hidden, true);
}

void add_bert_base(Tree &tree, const Config &config, bool roberta, bool pooler)
{
    const Count hidden = config.size("hidden_size"), positions = config.size("max_position_embeddings");
    {
        const auto scope = tree.in("embeddings");
        tree.buffer("position_ids", {1, positions}, Dtype::int64);
        tree.buffer("token_type_ids", {1, positions}, Dtype::int64);
        tree.embedding("word_embeddings", config.size("vocab_size"), hidden);
        if (!roberta) tree.embedding("position_embeddings", positions, hidden);
        tree.embedding("token_type_embeddings", config.size("type_vocab_size"), hidden);
        tree.norm("LayerNorm", hidden, true);
        if (roberta) tree.embedding("position_embeddings", positions, hidden);
    }
    for (Count i = 0; i < config.layers("num_hidden_layers"); ++i) {
        const auto scope = tree.in("encoder.layer", i);
        add_bert_layer(tree, hidden, config.size("intermediate_size"), config.flag("add_cross_attention"));
    }
    if (pooler) tree.linear("pooler.dense", hidden, hidden, true);
}

/// A language-modelling head whose decoder shares the embedding and whose bias stands apart.
void add_masked_head(Draft &draft, const std::string &module, const std::string &transform, const std::string &norm_name,
                     const Config &config, const std::string &embedding)
{
    Tree &tree = draft.tree;
    const Count hidden = config.size("hidden_size"), vocab = config.size("vocab_size");
    const auto scope = tree.in(module);
    tree.own("bias", {vocab});
    tree.linear(transform, hidden, hidden, true);
    tree.norm(norm_name, hidden, true);
    tree.linear("decoder", hidden, vocab, true);
    if (config.flag("tie_word_embeddings", true)) {
        tree.tie(module + ".decoder.weight", embedding);
        tree.tie(module + ".decoder.bias", module + ".bias");
    }
    draft.arch.output_embedding = module + ".decoder";
}

void describe_bert_like(const Config &config, Draft &draft, const std::string &base, bool roberta)
{
    if (draft.arch.class_name.empty()) draft.arch.class_name = roberta ? "RobertaModel" : "BertModel";
    const std::string name = draft.arch.class_name;
    const auto is = [&name](std::string_view end) { return name.ends_with(end); };
    const bool bare = is("Model") && !is("LMHeadModel");
    const bool pooler = bare || is("ForSequenceClassification") || is("ForPreTraining") || is("ForMultipleChoice") ||
                        is("ForNextSentencePrediction");
    const Count hidden = config.size("hidden_size");
    {
        const auto scope = draft.tree.in(bare ? "" : base);
        add_bert_base(draft.tree, config, roberta, pooler && (bare || !roberta || is("ForMultipleChoice")));
    }
    const std::string words = (bare ? "" : base + ".") + "embeddings.word_embeddings.weight";
    SequenceSpec spec = encoder_spec(config, "bert", bare ? "" : base + ".");
    spec.dropout = config.number_or("hidden_dropout_prob", 0.1);
    spec.attention_dropout = config.number_or("attention_probs_dropout_prob", 0.1);
    if (!bare) spec.head = SequenceHead::tokens;
    spec.positions_by_row = roberta;
    spec.causal = config.flag("is_decoder");
    spec.shifts_labels = is("LMHeadModel") || is("ForCausalLM");
    Count scores = config.size("vocab_size");
    const auto scored = [&](const char *output, Count count, SequenceHead head) {
        spec.output = output;
        spec.head = head;
        scores = count;
        if (head == SequenceHead::sequence && !roberta) spec.pooler = base + ".pooler.dense";
    };
    if (is("ForMaskedLM") || is("LMHeadModel") || is("ForCausalLM") || is("ForPreTraining")) {
        spec.transform = roberta ? "lm_head.dense" : "cls.predictions.transform.dense";
        spec.transform_norm = roberta ? "lm_head.layer_norm" : "cls.predictions.transform.LayerNorm";
        spec.output = roberta ? "lm_head.decoder" : "cls.predictions.decoder";
        if (roberta)
            add_masked_head(draft, "lm_head", "dense", "layer_norm", config, words);
        else
            add_masked_head(draft, "cls.predictions", "transform.dense", "transform.LayerNorm", config, words);
        if (is("ForPreTraining")) draft.tree.linear("cls.seq_relationship", hidden, 2, true);
    } else if (is("ForSequenceClassification") && roberta) {
        draft.tree.linear("classifier.dense", hidden, hidden, true);
        draft.tree.linear("classifier.out_proj", hidden, label_count(config), true);
        scored("classifier.out_proj", label_count(config), SequenceHead::sequence);
        spec.pooler = "classifier.dense";
    } else if (is("ForSequenceClassification") || is("ForTokenClassification")) {
        draft.tree.linear("classifier", hidden, label_count(config), true);
        scored("classifier", label_count(config), is("ForTokenClassification") ? SequenceHead::tokens : SequenceHead::sequence);
    } else if (is("ForMultipleChoice")) {
        draft.tree.linear("classifier", hidden, 1, true);
        scored("classifier", 1, SequenceHead::sequence);
    } else if (is("ForQuestionAnswering")) {
        draft.tree.linear("qa_outputs", hidden, label_count(config), true);
        scored("qa_outputs", label_count(config), SequenceHead::tokens);
    } else if (is("ForNextSentencePrediction")) {
        draft.tree.linear("cls.seq_relationship", hidden, 2, true);
        scored("cls.seq_relationship", 2, SequenceHead::sequence);
    } else if (!bare) {
        config.refuse("architectures", name, phrase(QT_TRANSLATE_NOOP("core", "a head of %1 or %2"), {"BERT", "RoBERTa"}));
    }
    finish_encoder(draft, std::move(spec), scores);
    if (config.flag("add_cross_attention"))
        leave_step_out(draft, phrase(QT_TRANSLATE_NOOP("core", "attention to an encoder's states is not described")));
}

void describe_bert(const Config &config, Draft &draft) { describe_bert_like(config, draft, "bert", false); }

void describe_roberta(const Config &config, Draft &draft) { describe_bert_like(config, draft, "roberta", true); }

} // namespace

std::span<const Family> bert_families()
{
    static constexpr Family rows[] = {
        {"bert", "bert", "", describe_bert},
        {"camembert", "roberta", "", describe_roberta},
        {"roberta", "roberta", "", describe_roberta},
        {"xlm-roberta", "roberta", "", describe_roberta},
    };
    return rows;
}

} // namespace plimsoll
