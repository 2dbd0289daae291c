// SPDX-License-Identifier: GPL-3.0-or-later
// Qwen2-VL, Qwen2.5-VL, Qwen3-VL, Qwen3.5: 3-D patches, merged fours, a language model behind.
#include "core/families/describe/pieces.h"
#include "core/families/describe/frames/qwen_vl_frame.h"

namespace plimsoll {

namespace {

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

} // namespace

std::span<const Family> qwen_vl_families()
{
    static constexpr Family rows[] = {
        {"qwen2_5_vl", "qwen2_5_vl", "Qwen2_5_VLForConditionalGeneration", describe_qwen2_5_vl},
        {"qwen2_vl", "qwen2_vl", "Qwen2VLForConditionalGeneration", describe_qwen2_vl},
        {"qwen3_5", "qwen3_5", "Qwen3_5ForConditionalGeneration", describe_qwen3_5},
        {"qwen3_5_moe", "qwen3_5_moe", "Qwen3_5MoeForConditionalGeneration", describe_qwen3_5_moe},
        {"qwen3_vl", "qwen3_vl", "Qwen3VLForConditionalGeneration", describe_qwen3_vl},
        {"qwen3_vl_moe", "qwen3_vl_moe", "Qwen3VLMoeForConditionalGeneration", describe_qwen3_vl_moe},
    };
    return rows;
}

} // namespace plimsoll
