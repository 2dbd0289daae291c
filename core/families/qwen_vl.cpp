// SPDX-License-Identifier: GPL-3.0-or-later
// Qwen2-VL, Qwen2.5-VL, Qwen3-VL, Qwen3.5: 3-D patches, merged fours, a language model behind.
#include "core/families/describe/pieces.h"
#include "core/families/describe/frames/qwen_vl_frame.h"
#include "core/families/describe/keep_tower.h"
#include "core/families/towers/tower_classes.h"

namespace plimsoll {

namespace {

/// The tower in the step; `width`: the key of its layers' width.
void keep_grid_tower(Draft &draft, const Config &vision, const step::TowerClass &of, const char *width, bool hooked)
{
    TowerSpec tower;
    tower.of = &of;
    tower.towers = {"model.visual"};
    tower.projectors = {"model.visual.merger", "model.visual.deepstack_merger_list"};
    tower.blocks = "model.visual.blocks.";
    tower.patch = vision.size("patch_size");
    tower.frames = vision.size("temporal_patch_size");
    tower.merge = vision.size("spatial_merge_size");
    tower.hooked = hooked;
    tower.handed = vision.wholes("deepstack_visual_indexes");
    const auto activation = vision.has("hidden_act") ? activation_of(vision, "hidden_act") : Activation::gelu;
    if (vision.has("window_size")) {
        tower.gated = true;
        tower.window = vision.size("window_size");
        tower.whole = vision.wholes("fullatt_block_indexes");
    }
    keep_tower(draft, std::move(tower),
               tower_sizes(vision.size(width), vision.size("num_heads"), vision.layers("depth"), activation));
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

/// A tower without windows before the language model of `type`.
void describe_qwen3(const Config &config, Draft &draft, const std::string &type, bool deepstack)
{
    const Config vision = config.sub("vision_config", type + "_vision");
    add_qwen3_tower(draft.tree, vision, deepstack);
    finish_qwen(config, draft, type + "_text", false);
    keep_grid_tower(draft, vision, step::qwen3_tower, "hidden_size", false);
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
    keep_grid_tower(draft, vision, step::qwen2_tower, "embed_dim", true);
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
    keep_grid_tower(draft, vision, step::qwen2_tower, "hidden_size", true);
}

void describe_qwen3_vl(const Config &config, Draft &draft) { describe_qwen3(config, draft, "qwen3_vl", true); }

void describe_qwen3_vl_moe(const Config &config, Draft &draft) { describe_qwen3(config, draft, "qwen3_vl_moe", true); }

void describe_qwen3_5(const Config &config, Draft &draft) { describe_qwen3(config, draft, "qwen3_5", false); }

void describe_qwen3_5_moe(const Config &config, Draft &draft) { describe_qwen3(config, draft, "qwen3_5_moe", false); }

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
