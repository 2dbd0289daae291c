// SPDX-License-Identifier: GPL-3.0-or-later
// Encoders: BERT, RoBERTa, DistilBERT, CLIP, ViT. The first architecture of the configuration says which head they carry.
#include "core/model/families/families.h"
#include "core/model/families/towers.h"
#include "core/model/pieces.h"

#include <nlohmann/json.hpp>

namespace plimsoll {
namespace {

constexpr const char *no_step = "the step of encoders is not described";

/// id2label's entries, else num_labels, else two.
Count label_count(const Config &config)
{
    const nlohmann::json &labels = config.raw("id2label");
    return labels.is_object() && !labels.empty() ? static_cast<Count>(labels.size()) : config.size_or("num_labels", 2);
}

void finish_encoder(Draft &draft)
{
    draft.arch.generates = draft.arch.class_name.ends_with("ForCausalLM") || draft.arch.class_name.ends_with("LMHeadModel");
    leave_step_out(draft, no_step);
}

void add_bert_layer(Tree &tree, Count hidden, Count width)
{
    tree.linear("attention.self.query", hidden, hidden, true);
    tree.linear("attention.self.key", hidden, hidden, true);
    tree.linear("attention.self.value", hidden, hidden, true);
    tree.linear("attention.output.dense", hidden, hidden, true);
    tree.norm("attention.output.LayerNorm", hidden, true);
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
        add_bert_layer(tree, hidden, config.size("intermediate_size"));
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
        add_bert_base(draft.tree, config, roberta, roberta && !bare ? false : pooler);
    }
    const std::string words = (bare ? "" : base + ".") + "embeddings.word_embeddings.weight";
    if (is("ForMaskedLM") || is("LMHeadModel") || is("ForCausalLM") || is("ForPreTraining")) {
        if (roberta)
            add_masked_head(draft, "lm_head", "dense", "layer_norm", config, words);
        else
            add_masked_head(draft, "cls.predictions", "transform.dense", "transform.LayerNorm", config, words);
        if (is("ForPreTraining")) draft.tree.linear("cls.seq_relationship", hidden, 2, true);
    } else if (is("ForSequenceClassification") && roberta) {
        draft.tree.linear("classifier.dense", hidden, hidden, true);
        draft.tree.linear("classifier.out_proj", hidden, label_count(config), true);
    } else if (is("ForSequenceClassification") || is("ForTokenClassification")) {
        draft.tree.linear("classifier", hidden, label_count(config), true);
    } else if (is("ForMultipleChoice")) {
        draft.tree.linear("classifier", hidden, 1, true);
    } else if (is("ForQuestionAnswering")) {
        draft.tree.linear("qa_outputs", hidden, label_count(config), true);
    } else if (is("ForNextSentencePrediction")) {
        draft.tree.linear("cls.seq_relationship", hidden, 2, true);
    } else if (!bare) {
        config.refuse("architectures", name, "a head of BERT or RoBERTa");
    }
    finish_encoder(draft);
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
    if (name.ends_with("ForMaskedLM")) {
        tree.linear("vocab_transform", hidden, hidden, true);
        tree.norm("vocab_layer_norm", hidden, true);
        tree.linear("vocab_projector", hidden, vocab, true);
        if (config.flag("tie_word_embeddings", true))
            tree.tie("vocab_projector.weight", "distilbert.embeddings.word_embeddings.weight");
        draft.arch.output_embedding = "vocab_projector";
    } else if (name.ends_with("ForSequenceClassification")) {
        tree.linear("pre_classifier", hidden, hidden, true);
        tree.linear("classifier", hidden, label_count(config), true);
    } else if (name.ends_with("ForTokenClassification")) {
        tree.linear("classifier", hidden, label_count(config), true);
    } else if (name.ends_with("ForQuestionAnswering")) {
        tree.linear("qa_outputs", hidden, 2, true);
    } else if (!bare) {
        config.refuse("architectures", name, "a head of DistilBERT");
    }
    finish_encoder(draft);
}

void describe_clip(const Config &config, Draft &draft)
{
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
    finish_encoder(draft);
}

void describe_clip_text(const Config &config, Draft &draft)
{
    const bool projected = draft.arch.class_name.ends_with("WithProjection");
    {
        const auto scope = draft.tree.in(projected ? "text_model" : "");
        add_clip_text(draft.tree, config);
    }
    if (projected) draft.tree.linear("text_projection", config.size("hidden_size"), config.size("projection_dim"));
    finish_encoder(draft);
}

void describe_clip_vision(const Config &config, Draft &draft)
{
    const bool projected = draft.arch.class_name.ends_with("WithProjection");
    {
        const auto scope = draft.tree.in(projected ? "vision_model" : "");
        add_clip_vision(draft.tree, config);
    }
    if (projected) draft.tree.linear("visual_projection", config.size("hidden_size"), config.size("projection_dim"));
    finish_encoder(draft);
}

void describe_vit(const Config &config, Draft &draft)
{
    Tree &tree = draft.tree;
    const bool bare = draft.arch.class_name == "ViTModel";
    const Count hidden = config.size("hidden_size"), patch = config.size("patch_size"), side = config.size("image_size") / patch;
    const bool bias = config.flag("qkv_bias", true);
    {
        const auto scope = tree.in(bare ? "" : "vit");
        tree.own("cls_token", {1, 1, hidden}, "embeddings");
        tree.own("position_embeddings", {1, side * side + 1, hidden}, "embeddings");
        tree.convolution("embeddings.patch_embeddings.projection", {hidden, config.size("num_channels"), patch, patch}, true);
        for (Count i = 0; i < config.layers("num_hidden_layers"); ++i) {
            const auto layer = tree.in("layers", i);
            for (const char *projection : {"attention.q_proj", "attention.k_proj", "attention.v_proj"})
                tree.linear(projection, hidden, hidden, bias);
            tree.linear("attention.o_proj", hidden, hidden, true);
            tree.norm("layernorm_before", hidden, true);
            tree.norm("layernorm_after", hidden, true);
            tree.linear("mlp.fc1", hidden, config.size("intermediate_size"), true);
            tree.linear("mlp.fc2", config.size("intermediate_size"), hidden, true);
        }
        tree.norm("layernorm", hidden, true);
        if (bare) tree.linear("pooler.dense", hidden, config.size_or("pooler_output_size", hidden), true);
    }
    if (!bare) tree.linear("classifier", hidden, label_count(config), true);
    finish_encoder(draft);
}

} // namespace plimsoll
