// SPDX-License-Identifier: GPL-3.0-or-later
// A vision tower, a projector and any language model: LLaVA and what follows its plan (LLaVA-NeXT, OneVision, PaliGemma,
// Gemma 3, Mistral 3, Pixtral, InternVL, Idefics 3, SmolVLM).
#include "core/families/families.h"

#include "core/families/pieces.h"
#include "core/families/recipe.h"
#include "core/families/text_model_within.h"
#include "core/model/config/accepted.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace plimsoll {
namespace {

void add_tower(Draft &draft, const Config &vision, const char *name)
{
    const auto scope = draft.tree.in(name);
    include_model(vision, draft);
}

TextModel add_text(Draft &draft, const Config &config, std::string_view fallback,
                   const std::string &prefix = "model.language_model")
{
    return graft_text_model(config.sub("text_config", fallback), config.sub_type("text_config", fallback), prefix, draft);
}

/// The head around the language model. Where it is tied, LlavaForConditionalGeneration and its kin name the parameter that it
/// shares, model.language_model.embed_tokens.weight, and cannot be built around a model that calls its embedding otherwise.
void add_head(Draft &draft, const Config &config, const TextModel &text, bool tied)
{
    constexpr std::array<std::string_view, 3> always_tied{"t5", "mt5", "umt5"}; // whatever their configurations say
    if (std::ranges::find(always_tied, config.sub_type("text_config")) != always_tied.end()) tied = true;
    if (tied && text.embedding != text.prefix + ".embed_tokens")
        config.refuse(
            "text_config.model_type", config.sub_type("text_config"),
            phrase(
                QT_TRANSLATE_NOOP(
                    "core", "a language model whose embedding is called %1, which the tied head shares; or %2, here and in %3"),
                {"embed_tokens", "tie_word_embeddings false", "text_config"}));
    finish_with_text(draft, text, tied);
}

/// Mistral 3's projector and PaliGemma's and Gemma 3's towers read keys that not every class inside has.
void need_key(const Config &config, const char *object, const char *key, const char *accepted)
{
    const Config inner = config.sub(object);
    if (inner.has(key) || inner.mentioned(key)) return;
    const std::string lacking = std::string(object) + ".model_type";
    config.refuse(lacking, config.sub_type(object),
                  phrase(QT_TRANSLATE_NOOP("core", "%1, or another whose class has %2"), {accepted, key}));
}

/// Two layers with an activation between; the first reads one tower output for every selected feature layer.
void add_two_layer_projector(Tree &tree, const Config &config, Count in, Count out)
{
    const nlohmann::json &layers = config.raw("vision_feature_layer");
    const Count features = layers.is_array() && !layers.empty() ? static_cast<Count>(layers.size()) : 1;
    const bool bias = config.flag("multimodal_projector_bias", true);
    tree.linear("model.multi_modal_projector.linear_1", in * features, out, bias);
    tree.linear("model.multi_modal_projector.linear_2", out, out, bias);
}

void describe_llava_like(const Config &config, Draft &draft, const char *text_fallback, const char *vision_fallback, bool newline,
                         bool inner_tie)
{
    const Config vision = config.sub("vision_config", vision_fallback), text = config.sub("text_config", text_fallback);
    const Count hidden = text.size("hidden_size");
    if (newline) draft.tree.own("image_newline", {hidden}, "model");
    add_tower(draft, vision, "model.vision_tower");
    add_two_layer_projector(draft.tree, config, vision.size("hidden_size"), hidden);
    const TextModel inside = add_text(draft, config, text_fallback);
    // the outer flag takes the inner one over, but for LLaVA-NeXT
    add_head(draft, config, inside, config.flag("tie_word_embeddings") || (inner_tie && text.flag("tie_word_embeddings")));
}

} // namespace

void describe_llava(const Config &config, Draft &draft)
{
    describe_llava_like(config, draft, "llama", "clip_vision_model", false, true);
}
void describe_llava_next(const Config &config, Draft &draft)
{
    describe_llava_like(config, draft, "llama", "clip_vision_model", true, false);
}
void describe_llava_onevision(const Config &config, Draft &draft)
{
    describe_llava_like(config, draft, "qwen2", "siglip_vision_model", true, true);
}

void describe_gemma3(const Config &config, Draft &draft)
{
    const Config vision = config.sub("vision_config", "siglip_vision_model"), text = config.sub("text_config", "gemma3_text");
    need_key(config, "vision_config", "layer_norm_eps", "siglip_vision_model");
    if (!vision.has("image_size"))
        vision.refuse("image_size", said_nothing(), phrase(QT_TRANSLATE_NOOP("core", "a whole number")));
    add_tower(draft, vision, "model.vision_tower");
    draft.tree.own("mm_input_projection_weight", {vision.size("hidden_size"), text.size("hidden_size")},
                   "model.multi_modal_projector");
    draft.tree.norm("model.multi_modal_projector.mm_soft_emb_norm", vision.size("hidden_size"));
    const TextModel inside = add_text(draft, config, "gemma3_text");
    add_head(draft, config, inside, config.flag("tie_word_embeddings", true));
}

void describe_paligemma(const Config &config, Draft &draft)
{
    const Config vision = config.sub("vision_config", "siglip_vision_model"), text = config.sub("text_config", "gemma");
    if (!vision.has("image_size"))
        vision.refuse("image_size", said_nothing(), phrase(QT_TRANSLATE_NOOP("core", "a whole number")));
    if (!config.sub_type("text_config", "gemma").starts_with("gemma"))
        config.refuse("text_config.model_type", config.sub_type("text_config"),
                      phrase(QT_TRANSLATE_NOOP("core", "%1 or one that follows it: %2 writes %3, which no other class has"),
                             {"gemma", "PaliGemmaConfig", "use_bidirectional_attention"}));
    add_tower(draft, vision, "model.vision_tower");
    draft.tree.linear("model.multi_modal_projector.linear", vision.size("hidden_size"),
                      config.size_or("projection_dim", text.size("hidden_size")), true);
    const TextModel inside = add_text(draft, config, "gemma");
    add_head(draft, config, inside, config.flag("tie_word_embeddings", true));
}

void describe_mistral3(const Config &config, Draft &draft)
{
    const Config vision = config.sub("vision_config", "pixtral"), text = config.sub("text_config", "mistral");
    const Count width = vision.size("hidden_size"), hidden = text.size("hidden_size"),
                merge = config.size_or("spatial_merge_size", 2);
    const bool bias = config.flag("multimodal_projector_bias");
    add_tower(draft, vision, "model.vision_tower");
    need_key(config, "text_config", "rms_norm_eps", "mistral");
    const std::string projector = "model.multi_modal_projector.";
    draft.tree.norm(projector + "norm", width);
    draft.tree.linear(projector + "patch_merger.merging_layer", product_of(config, "spatial_merge_size", {width, merge, merge}),
                      width);
    draft.tree.linear(projector + "linear_1", width, hidden, bias);
    draft.tree.linear(projector + "linear_2", hidden, hidden, bias);
    const TextModel inside = add_text(draft, config, "mistral");
    add_head(draft, config, inside, config.flag("tie_word_embeddings", true));
}

namespace {

void add_internvl_tower(Tree &tree, const Config &vision)
{
    const auto scope = tree.in("model.vision_tower");
    const auto pair = [&](const char *key, std::size_t i) {
        const nlohmann::json &value = vision.raw(key);
        if (!value.is_array()) return vision.size(key);
        const std::vector<Count> both = vision.wholes(key);
        if (both.size() != 2 || both[0] < 1 || both[1] < 1)
            vision.refuse(key, value.dump(), phrase(QT_TRANSLATE_NOOP("core", "a size, or two of them from 1 on")));
        return both[i];
    };
    const Count hidden = vision.size("hidden_size"), width = vision.size("intermediate_size");
    const Count patch_h = pair("patch_size", 0), patch_w = pair("patch_size", 1);
    const Count positions = (pair("image_size", 0) / patch_h) * (pair("image_size", 1) / patch_w) + 1;
    const bool bias = vision.flag("attention_bias"), normed = vision.flag("use_qk_norm"),
               rms = vision.text("norm_type", "layer_norm") == "rms_norm";
    tree.own("cls_token", {1, 1, hidden}, "embeddings");
    if (vision.flag("use_mask_token")) tree.own("mask_token", {1, 1, hidden}, "embeddings");
    if (vision.flag("use_absolute_position_embeddings", true))
        tree.own("position_embeddings", {1, positions, hidden}, "embeddings");
    tree.convolution("embeddings.patch_embeddings.projection", {hidden, vision.size("num_channels"), patch_h, patch_w}, true);
    for (Count i = 0; i < vision.layers("num_hidden_layers"); ++i) {
        const auto layer = tree.in("encoder.layer", i);
        tree.own("lambda_1", {hidden});
        tree.own("lambda_2", {hidden});
        for (const char *projection : {"attention.q_proj", "attention.k_proj", "attention.v_proj"})
            tree.linear(projection, hidden, hidden, bias);
        tree.linear("attention.projection_layer", hidden, hidden, true);
        if (normed) {
            tree.norm("attention.q_norm", hidden);
            tree.norm("attention.k_norm", hidden);
        }
        tree.linear("mlp.fc1", hidden, width, true);
        tree.linear("mlp.fc2", width, hidden, true);
        tree.norm("layernorm_before", hidden, !rms);
        tree.norm("layernorm_after", hidden, !rms);
    }
    if (!vision.flag("use_mean_pooling", true)) tree.norm("layernorm", hidden, true);
}

} // namespace

void describe_internvl(const Config &config, Draft &draft)
{
    const Config vision = config.sub("vision_config", "internvl_vision"), text = config.sub("text_config", "qwen2");
    add_internvl_tower(draft.tree, vision);
    const Count merged = vision.size("hidden_size") * merged_patches(config), hidden = text.size("hidden_size");
    draft.tree.norm("model.multi_modal_projector.layer_norm", merged, true);
    draft.tree.linear("model.multi_modal_projector.linear_1", merged, hidden, true);
    draft.tree.linear("model.multi_modal_projector.linear_2", hidden, hidden, true);
    const TextModel inside = add_text(draft, config, "qwen2");
    add_head(draft, config, inside, config.flag("tie_word_embeddings", true));
}

/// Idefics 3 and SmolVLM: SigLIP without position ids, pixels shuffled into the width.
void describe_idefics3(const Config &config, Draft &draft)
{
    const Config vision = config.sub("vision_config", "idefics3_vision"), text = config.sub("text_config", "llama");
    Tree &tree = draft.tree;
    const Count hidden = vision.size("hidden_size"), width = vision.size("intermediate_size"), patch = vision.size("patch_size");
    const Count side = vision.size("image_size") / patch, scale = config.size_or("scale_factor", 2);
    {
        const auto scope = tree.in("model.vision_model");
        tree.convolution("embeddings.patch_embedding", {hidden, vision.size("num_channels"), patch, patch}, true);
        tree.embedding("embeddings.position_embedding", side * side, hidden);
        for (Count i = 0; i < vision.layers("num_hidden_layers"); ++i) {
            const auto layer = tree.in("encoder.layers", i);
            for (const char *projection : {"self_attn.k_proj", "self_attn.v_proj", "self_attn.q_proj", "self_attn.out_proj"})
                tree.linear(projection, hidden, hidden, true);
            tree.norm("layer_norm1", hidden, true);
            tree.linear("mlp.fc1", hidden, width, true);
            tree.linear("mlp.fc2", width, hidden, true);
            tree.norm("layer_norm2", hidden, true);
        }
        tree.norm("post_layernorm", hidden, true);
    }
    tree.linear("model.connector.modality_projection.proj", product_of(config, "scale_factor", {hidden, scale, scale}),
                text.size("hidden_size"));
    const TextModel inside = add_text(draft, config, "llama", "model.text_model");
    add_head(draft, config, inside, config.flag("tie_word_embeddings"));
}

} // namespace plimsoll
