// SPDX-License-Identifier: GPL-3.0-or-later
// GLM-4.1V and GLM-4.5V: Qwen2.5-VL's plan with a tower of their own.
#include "core/families/describe/pieces.h"
#include "core/families/describe/frames/qwen_vl_frame.h"
#include "core/families/describe/keep_tower.h"
#include "core/families/towers/tower_classes.h"

namespace plimsoll {

namespace {

void add_glm_tower(Tree &tree, const Config &vision)
{
    const auto scope = tree.in("model.visual");
    const Count hidden = vision.size("hidden_size"), out = vision.size("out_hidden_size"),
                merge = vision.size("spatial_merge_size");
    const Count width = vision.size("intermediate_size"), side = vision.size("image_size") / vision.size("patch_size");
    const bool bias = vision.flag("attention_bias");
    tree.embedding("embeddings.position_embedding", side * side, hidden);
    add_patches(tree, vision, hidden, true);
    tree.rotary("rotary_pos_emb", hidden / vision.size("num_heads") / 2);
    for (Count i = 0; i < vision.layers("depth"); ++i) {
        const auto block = tree.in("blocks", i);
        tree.norm("norm1", hidden);
        tree.norm("norm2", hidden);
        tree.linear("attn.qkv", hidden, 3 * hidden, bias);
        tree.linear("attn.proj", hidden, hidden, false);
        tree.linear("mlp.gate_proj", hidden, out);
        tree.linear("mlp.up_proj", hidden, out);
        tree.linear("mlp.down_proj", out, hidden);
    }
    tree.linear("merger.proj", out, out);
    tree.norm("merger.post_projection_norm", out, true);
    tree.linear("merger.gate_proj", out, width);
    tree.linear("merger.up_proj", out, width);
    tree.linear("merger.down_proj", width, out);
    tree.norm("post_conv_layernorm", hidden);
    tree.convolution("downsample", {out, hidden, merge, merge}, true);
    tree.norm("post_layernorm", hidden);
}

void describe_glm(const Config &config, Draft &draft, const std::string &type)
{
    const Config vision = config.sub("vision_config", type + "_vision");
    add_glm_tower(draft.tree, vision);
    finish_qwen(config, draft, type + "_text");
    TowerSpec tower;
    tower.of = &step::glm_tower;
    tower.towers = {"model.visual"};
    tower.projectors = {"model.visual.merger"};
    tower.blocks = "model.visual.blocks.";
    tower.patch = vision.size("patch_size");
    tower.frames = vision.size("temporal_patch_size");
    tower.merge = vision.size("spatial_merge_size");
    tower.gated = true;
    tower.hooked = false;
    keep_tower(draft, std::move(tower),
               tower_sizes(vision.size("hidden_size"), vision.size("num_heads"), vision.layers("depth"),
                           activation_of(vision, "hidden_act")));
}

void describe_glm4v(const Config &config, Draft &draft) { describe_glm(config, draft, "glm4v"); }

void describe_glm4v_moe(const Config &config, Draft &draft) { describe_glm(config, draft, "glm4v_moe"); }

} // namespace

std::span<const Family> glm4v_families()
{
    static constexpr Family rows[] = {
        {"glm4v", "glm4v", "Glm4vForConditionalGeneration", describe_glm4v},
        {"glm4v_moe", "glm4v_moe", "Glm4vMoeForConditionalGeneration", describe_glm4v_moe},
    };
    return rows;
}

} // namespace plimsoll
