// SPDX-License-Identifier: GPL-3.0-or-later
// BERT and RoBERTa. The first architecture of the configuration says which head they carry.
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

// modeling_bert.py, modeling_roberta.py of transformers 5.23.

Tensor bert_layer(SequenceModel &model, Machine &m, const std::string &p, Count index, const Tensor &input,
                  const AttentionMask &mask, const ForwardInputs &inputs)
{
    const SequenceSpec &spec = model.spec();
    const double dropped = rate(spec.dropout, inputs);
    Tensor weights; // `self_attention_output, _ = self.attention(…)`: till the layer's forward returns
    Tensor x;
    {
        SequenceModel::Reading own{p + "attention.", "self.query", "self.key", "self.value", "output.dense",
                                   spec.causal,      {},           false,      true,         &mask};
        own.weights = &weights;
        own.layer = index;
        // BertAttention.forward names what BertSelfAttention returned while BertSelfOutput reads it
        const Tensor read = model.attended(m, own, model.heads_of(m, own, input, input, inputs), inputs);
        const Tensor y = dropout(m, model.linear_of(own.prefix + own.o).forward(m, read), dropped);
        x = model.normed(m, p + "attention.output.LayerNorm", add(m, y, input));
    }
    // feed_forward_chunk: intermediate_output; BertOutput.forward: hidden_states
    const Tensor middle = activate(m, model.linear_of(p + "intermediate.dense").forward(m, x), spec.activation);
    const Tensor y = dropout(m, model.linear_of(p + "output.dense").forward(m, middle), dropped);
    return model.normed(m, p + "output.LayerNorm", add(m, y, x));
}

/// BertModel.forward; RoBERTa's too.
Tensor bert_states(SequenceModel &model, Machine &m, const ForwardInputs &inputs)
{
    const SequenceSpec &spec = model.spec();
    const std::string table = spec.base + "embeddings.";
    const Shape tokens{inputs.batch, inputs.length};
    Tensor hidden;
    { // names that live until the embeddings' forward returns
        const Tensor words = model.looked_up(m, inputs, table + "word_embeddings.weight");
        Tensor types;
        hidden = words;
        if (model.has(table + "token_type_embeddings.weight")) {
            types = embedding(m, tokens, model.leaf(table + "token_type_embeddings.weight"));
            hidden = add(m, words, types);
        }
        // RoBERTa counts positions from the tokens that are no padding, row by row
        const Count rows = spec.positions_by_row ? inputs.batch : 1;
        const Tensor positions = embedding(m, {rows, inputs.length}, model.leaf(table + "position_embeddings.weight"));
        Tensor sum = add(m, hidden, positions);
        hidden = std::move(sum);
        Tensor next = model.normed(m, table + "LayerNorm", hidden);
        hidden = std::move(next);
        next = dropout(m, hidden, rate(spec.dropout, inputs));
        hidden = std::move(next);
    }
    m.mark(QT_TRANSLATE_NOOP("core", "after embedding"));
    // in the dtype of what the first layer reads, which autocast leaves in float32 behind the norm
    const AttentionMask mask = model.own_mask(m, inputs, spec.causal, hidden.dtype());
    const Tensor embedded = hidden; // embedding_output
    const auto layer = [&model, &m, inputs, mask](const Tensor &input, Count i) {
        return bert_layer(model, m, model.spec().base + "encoder.layer." + std::to_string(i) + ".", i, input, mask, inputs);
    };
    hidden = model.run_layers(m, std::move(hidden), spec.layers, inputs, layer);
    m.mark(QT_TRANSLATE_NOOP("core", "after the layers"));
    capture(m, inputs, hidden);
    return hidden;
}

constexpr SequenceClass bert_class{.states = bert_states};

} // namespace

} // namespace step

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
    SequenceSpec spec = encoder_spec(config, step::bert_class, bare ? "" : base + ".");
    spec.dropout = config.number_or("hidden_dropout_prob", 0.1);
    spec.attention_dropout = config.number_or("attention_probs_dropout_prob", 0.1);
    if (!bare) spec.head = SequenceHead::tokens;
    if (bare) spec.unread = "pooler.dense";
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
        {"bert", "bert", "", describe_bert, nullptr, {.float32_checkpoints = true}},
        {"camembert", "roberta", "", describe_roberta, nullptr, {.float32_checkpoints = true}},
        {"roberta", "roberta", "", describe_roberta, nullptr, {.float32_checkpoints = true}},
        {"xlm-roberta", "roberta", "", describe_roberta, nullptr, {.float32_checkpoints = true}},
    };
    return rows;
}

} // namespace plimsoll
