// SPDX-License-Identifier: GPL-3.0-or-later
// A vision tower, a projector and any language model behind.
#include "core/families/describe/frames/llava_frame.h"

#include "core/families/describe/pieces.h"
#include "core/families/describe/recipe.h"
#include "core/families/describe/inner_text_model.h"
#include "core/ground/phrase.h"

#include <nlohmann/json.hpp>
#include <algorithm>
#include <array>

namespace plimsoll {

void add_tower(Draft &draft, const Config &vision, const char *name)
{
    const auto scope = draft.tree.in(name);
    include_model(vision, draft);
}

TowerSpec framed_tower(const Config &config, const Config &vision, const step::TowerClass &of, const char *name,
                       const char *projector)
{
    TowerSpec out;
    out.of = &of;
    out.towers = {name};
    out.projectors = {projector};
    out.blocks = std::string(name) + ".encoder.layers.";
    const nlohmann::json &patch = vision.raw("patch_size");
    out.patch = patch.is_array() ? vision.wholes("patch_size").front() : vision.size("patch_size");
    if (config.has("projector_hidden_act")) out.projector_activation = activation_of(config, "projector_hidden_act");
    return out;
}

SequenceSpec framed_sizes(const Config &vision)
{
    return tower_sizes(vision.size("hidden_size"), vision.size("num_attention_heads"), vision.layers("num_hidden_layers"),
                       vision.has("hidden_act") ? activation_of(vision, "hidden_act") : Activation::gelu,
                       vision.size_or("head_dim", 0));
}

TextModel add_text(Draft &draft, const Config &config, std::string_view fallback, const std::string &prefix)
{
    return add_text_model(config.sub("text_config", fallback), config.sub_type("text_config", fallback), prefix, draft);
}

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

void need_key(const Config &config, const char *object, const char *key, const char *accepted)
{
    const Config inner = config.sub(object);
    if (inner.has(key) || inner.mentioned(key)) return;
    const std::string lacking = std::string(object) + ".model_type";
    config.refuse(lacking, config.sub_type(object),
                  phrase(QT_TRANSLATE_NOOP("core", "%1, or another whose class has %2"), {accepted, key}));
}

void add_two_layer_projector(Tree &tree, const Config &config, Count in, Count out)
{
    const nlohmann::json &layers = config.raw("vision_feature_layer");
    const Count features = layers.is_array() && !layers.empty() ? static_cast<Count>(layers.size()) : 1;
    const bool bias = config.flag("multimodal_projector_bias", true);
    tree.linear("model.multi_modal_projector.linear_1", in * features, out, bias);
    tree.linear("model.multi_modal_projector.linear_2", out, out, bias);
}

} // namespace plimsoll
