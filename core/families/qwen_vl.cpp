// SPDX-License-Identifier: GPL-3.0-or-later
// Qwen2-VL, Qwen2.5-VL, Qwen3-VL, Qwen3.5, GLM-4V: 3-D patches, merged fours, a language model behind.
#include "core/families/families.h"
#include "core/families/pieces.h"
#include "core/families/text_model_within.h"

#include <nlohmann/json.hpp>

namespace plimsoll {
namespace {

/// Flat configurations hold the language model's keys at the top.
Config text_of(const Config &config, const std::string &type)
{
    return config.given("text_config") ? config.sub("text_config", type) : config.read_as(type);
}

/// transformers takes the inner flag where the outer one is false.
bool tied(const Config &config, const Config &text)
{
    return config.flag("tie_word_embeddings") || text.flag("tie_word_embeddings");
}

void add_block_attention(Tree &tree, Count hidden, bool bias)
{
    tree.linear("attn.qkv", hidden, 3 * hidden, bias);
    tree.linear("attn.proj", hidden, hidden, bias);
}

void add_patches(Tree &tree, const Config &vision, Count hidden, bool bias)
{
    const Count patch = vision.size("patch_size");
    tree.convolution("patch_embed.proj", {hidden, vision.size("in_channels"), vision.size("temporal_patch_size"), patch, patch},
                     bias);
}

void finish_qwen(const Config &config, Draft &draft, const std::string &text_type, bool inner_tie = true)
{
    const Config text = text_of(config, text_type);
    const TextModel inside = graft_text_model(text, text_type, "model.language_model", draft);
    finish_with_text(draft, inside, inner_tie ? tied(config, text) : config.flag("tie_word_embeddings"));
}

/// Qwen3-VL and Qwen3.5: learned positions beside rotary ones; `deepstack`: mergers on inner layers.
void add_qwen3_tower(Tree &tree, const Config &vision, bool deepstack)
{
    const auto scope = tree.in("model.visual");
    const Count hidden = vision.size("hidden_size"), width = vision.size("intermediate_size"),
                out = vision.size("out_hidden_size");
    const Count merge = vision.size("spatial_merge_size"),
                merged = product_of(vision, "spatial_merge_size", {hidden, merge, merge});
    add_patches(tree, vision, hidden, true);
    tree.embedding("pos_embed", vision.size("num_position_embeddings"), hidden);
    tree.rotary("rotary_pos_emb", hidden / vision.size("num_heads") / 2);
    for (Count i = 0; i < vision.layers("depth"); ++i) {
        const auto block = tree.in("blocks", i);
        tree.norm("norm1", hidden, true);
        tree.norm("norm2", hidden, true);
        add_block_attention(tree, hidden, true);
        tree.linear("mlp.linear_fc1", hidden, width, true);
        tree.linear("mlp.linear_fc2", width, hidden, true);
    }
    const auto add_merger = [&](const std::string &name, Count norm_width) {
        tree.norm(name + ".norm", norm_width, true);
        tree.linear(name + ".linear_fc1", merged, merged, true);
        tree.linear(name + ".linear_fc2", merged, out, true);
    };
    add_merger("merger", hidden);
    if (!deepstack) return;
    const std::size_t mergers = vision.wholes("deepstack_visual_indexes").size();
    for (std::size_t i = 0; i < mergers; ++i) add_merger("deepstack_merger_list." + std::to_string(i), merged);
}

} // namespace

void describe_qwen2_vl(const Config &config, Draft &draft)
{
    const Config vision = config.sub("vision_config", "qwen2_vl_vision");
    {
        Tree &tree = draft.tree;
        const auto scope = tree.in("model.visual");
        const Count hidden = vision.size("embed_dim"),
                    width = scaled_size(vision, "mlp_ratio", vision.number_or("mlp_ratio", 4), hidden);
        const Count merge = vision.size("spatial_merge_size"),
                    merged = product_of(vision, "spatial_merge_size", {hidden, merge, merge});
        add_patches(tree, vision, hidden, false);
        tree.rotary("rotary_pos_emb", hidden / vision.size("num_heads") / 2);
        for (Count i = 0; i < vision.layers("depth"); ++i) {
            const auto block = tree.in("blocks", i);
            tree.norm("norm1", hidden, true);
            tree.norm("norm2", hidden, true);
            add_block_attention(tree, hidden, true);
            tree.linear("mlp.fc1", hidden, width, true);
            tree.linear("mlp.fc2", width, hidden, true);
        }
        tree.norm("merger.ln_q", hidden, true);
        tree.linear("merger.mlp.0", merged, merged, true);
        tree.linear("merger.mlp.2", merged, vision.size("hidden_size"), true);
    }
    finish_qwen(config, draft, "qwen2_vl_text");
}

void describe_qwen2_5_vl(const Config &config, Draft &draft)
{
    const Config vision = config.sub("vision_config", "qwen2_5_vl_vision");
    {
        Tree &tree = draft.tree;
        const auto scope = tree.in("model.visual");
        const Count hidden = vision.size("hidden_size"), width = vision.size("intermediate_size");
        const Count merge = vision.size("spatial_merge_size"),
                    merged = product_of(vision, "spatial_merge_size", {hidden, merge, merge});
        add_patches(tree, vision, hidden, false);
        tree.rotary("rotary_pos_emb", hidden / vision.size("num_heads") / 2);
        for (Count i = 0; i < vision.layers("depth"); ++i) {
            const auto block = tree.in("blocks", i);
            tree.norm("norm1", hidden);
            tree.norm("norm2", hidden);
            add_block_attention(tree, hidden, true);
            tree.linear("mlp.gate_proj", hidden, width, true);
            tree.linear("mlp.up_proj", hidden, width, true);
            tree.linear("mlp.down_proj", width, hidden, true);
        }
        tree.norm("merger.ln_q", hidden);
        tree.linear("merger.mlp.0", merged, merged, true);
        tree.linear("merger.mlp.2", merged, vision.size("out_hidden_size"), true);
    }
    finish_qwen(config, draft, "qwen2_5_vl_text");
}

void describe_qwen3_vl(const Config &config, Draft &draft)
{
    add_qwen3_tower(draft.tree, config.sub("vision_config", "qwen3_vl_vision"), true);
    finish_qwen(config, draft, "qwen3_vl_text", false);
}
void describe_qwen3_vl_moe(const Config &config, Draft &draft)
{
    add_qwen3_tower(draft.tree, config.sub("vision_config", "qwen3_vl_moe_vision"), true);
    finish_qwen(config, draft, "qwen3_vl_moe_text", false);
}
void describe_qwen3_5(const Config &config, Draft &draft)
{
    add_qwen3_tower(draft.tree, config.sub("vision_config", "qwen3_5_vision"), false);
    finish_qwen(config, draft, "qwen3_5_text", false);
}
void describe_qwen3_5_moe(const Config &config, Draft &draft)
{
    add_qwen3_tower(draft.tree, config.sub("vision_config", "qwen3_5_moe_vision"), false);
    finish_qwen(config, draft, "qwen3_5_moe_text", false);
}

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

} // namespace

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

} // namespace plimsoll
