// SPDX-License-Identifier: GPL-3.0-or-later
// GLM-4.1V and GLM-4.5V: Qwen2.5-VL's plan with a tower of their own.
#include "core/families/describe/pieces.h"
#include "core/families/describe/frames/qwen_vl_frame.h"

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

void describe_glm4v(const Config &config, Draft &draft)
{
    add_glm_tower(draft.tree, config.sub("vision_config", "glm4v_vision"));
    finish_qwen(config, draft, "glm4v_text");
}

void describe_glm4v_moe(const Config &config, Draft &draft)
{
    add_glm_tower(draft.tree, config.sub("vision_config", "glm4v_moe_vision"));
    finish_qwen(config, draft, "glm4v_moe_text");
}

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
