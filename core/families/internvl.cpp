// SPDX-License-Identifier: GPL-3.0-or-later
// InternVL 3.
#include "core/families/describe/frames/llava_frame.h"
#include "core/families/describe/pieces.h"
#include "core/families/describe/inner_text_model.h"
#include "core/families/towers/tower_classes.h"
#include "core/ground/phrase.h"

#include <nlohmann/json.hpp>

namespace plimsoll {

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
    TowerSpec tower = framed_tower(config, vision, step::internvl_tower, "model.vision_tower", "model.multi_modal_projector");
    tower.blocks = "model.vision_tower.encoder.layer.";
    for (tower.merge = 1; tower.merge * tower.merge < merged_patches(config);) ++tower.merge;
    tower.classed = tower.drops_class = true;
    tower.final_norm = !vision.flag("use_mean_pooling", true);
    keep_tower(draft, std::move(tower), framed_sizes(vision));
}

} // namespace

std::span<const Family> internvl_families()
{
    static constexpr Family rows[] = {
        {"internvl", "internvl", "InternVLForConditionalGeneration", describe_internvl},
    };
    return rows;
}

} // namespace plimsoll
