// SPDX-License-Identifier: GPL-3.0-or-later
// Encoders: BERT, RoBERTa, DistilBERT, CLIP, ViT. The first architecture of the configuration says which head they carry.
#include "core/families/class_forms.h"

#include "core/families/families.h"
#include "core/families/mixers.h"
#include "core/families/pieces.h"
#include "core/families/towers.h"
#include "core/ground/phrase.h"

#include <nlohmann/json.hpp>

namespace plimsoll {
namespace {

constexpr const char *bare_text = QT_TRANSLATE_NOOP(
    "core", "the class is bare, so it has no loss: the gradient of its last hidden states starts the backward, and "
            "what is made of them (pooling, a contrast) is left out");

/// Sizes that encoders name alike; `base` before the modules' names.
SequenceSpec encoder_spec(const Config &config, std::string family, std::string base)
{
    SequenceSpec out;
    out.family = std::move(family);
    out.base = std::move(base);
    out.hidden = config.size("hidden_size");
    out.heads = config.size("num_attention_heads");
    out.head_dim = out.hidden / out.heads;
    out.layers = config.layers("num_hidden_layers");
    out.activation = activation_of(config, config.has("activation") ? "activation" : "hidden_act");
    if (!config.has("activation") && !config.has("hidden_act")) out.activation = Activation::gelu;
    return out;
}

/// Keeps what the tree stands for: `head` tells what is scored.
void finish_encoder(Draft &draft, SequenceSpec spec, Count scores)
{
    draft.arch.generates = draft.arch.class_name.ends_with("ForCausalLM") || draft.arch.class_name.ends_with("LMHeadModel");
    std::vector<std::string> notes;
    if (spec.head == SequenceHead::none) notes.push_back(phrase(bare_text));
    keep_sequence(draft, std::move(spec), scores, std::move(notes));
}

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

} // namespace

void describe_bert(const Config &config, Draft &draft) { describe_bert_like(config, draft, "bert", false); }
void describe_roberta(const Config &config, Draft &draft) { describe_bert_like(config, draft, "roberta", true); }

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

namespace {

SequenceSpec clip_text_spec(const Config &text, const std::string &base)
{
    SequenceSpec spec = encoder_spec(text, "clip", base);
    spec.fixed_length = text.size("max_position_embeddings");
    spec.attention_dropout = text.number_or("attention_dropout", 0);
    return spec;
}

SequenceSpec clip_vision_spec(const Config &vision, const std::string &base)
{
    SequenceSpec spec = encoder_spec(vision, "clip", base);
    const Count image = vision.size("image_size"), side = image / vision.size("patch_size");
    spec.fixed_length = side * side + 1;
    spec.input_elements = product_of(vision, "num_channels", {vision.size("num_channels"), image, image});
    spec.attention_dropout = vision.number_or("attention_dropout", 0);
    return spec;
}

} // namespace

void describe_clip(const Config &config, Draft &draft)
{
    if (const std::string &name = draft.arch.class_name; !name.empty() && name != "CLIPModel")
        config.refuse("architectures", name, "CLIPModel");
    Tree &tree = draft.tree;
    const Config text = config.sub("text_config"), vision = config.sub("vision_config");
    const Count projection = config.size_or("projection_dim", 512);
    tree.own("logit_scale", {});
    {
        const auto scope = tree.in("text_model");
        add_clip_text(tree, text);
    }
    {
        const auto scope = tree.in("vision_model");
        add_clip_vision(tree, vision);
    }
    tree.linear("visual_projection", vision.size("hidden_size"), projection);
    tree.linear("text_projection", text.size("hidden_size"), projection);
    SequenceSpec spec = clip_text_spec(text, "text_model.");
    spec.other = std::make_shared<SequenceSpec>(clip_vision_spec(vision, "vision_model."));
    spec.transform = "text_projection";
    spec.output = "visual_projection";
    spec.head = SequenceHead::contrast;
    finish_encoder(draft, std::move(spec), projection);
}

void describe_clip_text(const Config &config, Draft &draft)
{
    const bool projected = draft.arch.class_name.ends_with("WithProjection");
    {
        const auto scope = draft.tree.in(projected ? "text_model" : "");
        add_clip_text(draft.tree, config);
    }
    if (projected) draft.tree.linear("text_projection", config.size("hidden_size"), config.size("projection_dim"));
    finish_encoder(draft, clip_text_spec(config, projected ? "text_model." : ""), 1);
}

void describe_clip_vision(const Config &config, Draft &draft)
{
    const bool projected = draft.arch.class_name.ends_with("WithProjection");
    {
        const auto scope = draft.tree.in(projected ? "vision_model" : "");
        add_clip_vision(draft.tree, config);
    }
    if (projected) draft.tree.linear("visual_projection", config.size("hidden_size"), config.size("projection_dim"));
    SequenceSpec spec;
    spec.family = "clip";
    spec.other = std::make_shared<SequenceSpec>(clip_vision_spec(config, projected ? "vision_model." : ""));
    spec.hidden = spec.other->hidden;
    spec.heads = spec.other->heads;
    spec.head_dim = spec.other->head_dim;
    spec.activation = spec.other->activation;
    finish_encoder(draft, std::move(spec), 1);
}

void describe_vit(const Config &config, Draft &draft)
{
    Tree &tree = draft.tree;
    std::string &name = draft.arch.class_name;
    if (name.empty()) name = "ViTForImageClassification";
    const bool bare = name == "ViTModel";
    if (!bare && name != "ViTForImageClassification")
        config.refuse("architectures", name,
                      phrase(QT_TRANSLATE_NOOP("core", "%1 or %2"), {"ViTModel", "ViTForImageClassification"}));
    const Count hidden = config.size("hidden_size"), patch = config.size("patch_size"), side = config.size("image_size") / patch;
    const Count heads = config.size("num_attention_heads");
    const Count inner = heads * config.size_or("head_dim", hidden / heads);
    const bool bias = config.flag("qkv_bias", true);
    {
        const auto scope = tree.in(bare ? "" : "vit");
        tree.own("cls_token", {1, 1, hidden}, "embeddings");
        tree.own("position_embeddings", {1, side * side + 1, hidden}, "embeddings");
        tree.convolution("embeddings.patch_embeddings.projection", {hidden, config.size("num_channels"), patch, patch}, true);
        for (Count i = 0; i < config.layers("num_hidden_layers"); ++i) {
            const auto layer = tree.in("layers", i);
            for (const char *projection : {"attention.q_proj", "attention.k_proj", "attention.v_proj"})
                tree.linear(projection, hidden, inner, bias);
            tree.linear("attention.o_proj", inner, hidden, true);
            tree.norm("layernorm_before", hidden, true);
            tree.norm("layernorm_after", hidden, true);
            tree.linear("mlp.fc1", hidden, config.size("intermediate_size"), true);
            tree.linear("mlp.fc2", config.size("intermediate_size"), hidden, true);
        }
        tree.norm("layernorm", hidden, true);
        if (bare) tree.linear("pooler.dense", hidden, config.size_or("pooler_output_size", hidden), true);
    }
    if (!bare) tree.linear("classifier", hidden, label_count(config), true);
    SequenceSpec spec = encoder_spec(config, "vit", bare ? "" : "vit.");
    spec.dropout = config.number_or("hidden_dropout_prob", 0);
    spec.attention_dropout = config.number_or("attention_probs_dropout_prob", 0);
    spec.fixed_length = side * side + 1;
    spec.input_elements = product_of(config, "num_channels", {config.size("num_channels"), side * patch, side * patch});
    spec.head = bare ? SequenceHead::none : SequenceHead::sequence;
    spec.output = bare ? "" : "classifier";
    finish_encoder(draft, std::move(spec), label_count(config));
}

} // namespace plimsoll
