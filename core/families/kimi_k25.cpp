// SPDX-License-Identifier: GPL-3.0-or-later
// Kimi K2.5.
#include "core/families/describe/pieces.h"
#include "core/families/describe/inner_text_model.h"

namespace plimsoll {

namespace {

void add_kimi_tower(Tree &tree, const Config &vision)
{
    const auto scope = tree.in("model.vision_tower");
    const Count hidden = vision.size("hidden_size"), width = vision.size("intermediate_size"), patch = vision.size("patch_size");
    tree.convolution("patch_embed.proj", {hidden, 3, patch, patch}, true);
    tree.own("position_embeddings", {vision.size("pos_emb_height"), vision.size("pos_emb_width"), hidden}, "patch_embed.pos_emb");
    tree.buffer("time_position_embeddings", {vision.size("pos_emb_time") + 1, hidden}, Dtype::fp32, "patch_embed.pos_emb");
    tree.rotary("rotary_emb", hidden / vision.size("num_attention_heads") / 2);
    for (Count i = 0; i < vision.layers("num_hidden_layers"); ++i) {
        const auto layer = tree.in("layers", i);
        tree.norm("norm1", hidden, true);
        tree.norm("norm2", hidden, true);
        for (const char *projection : {"attn.proj", "attn.q_proj", "attn.k_proj", "attn.v_proj"})
            tree.linear(projection, hidden, hidden, true);
        tree.linear("mlp.fc1", hidden, width, true);
        tree.linear("mlp.fc2", width, hidden, true);
    }
    tree.norm("final_layernorm", hidden, true);
}

void describe_kimi_k25(const Config &config, Draft &draft)
{
    const Config vision = config.sub("vision_config", "kimi_k25_vision");
    const std::vector<Count> kernel = vision.wholes("merge_kernel_size");
    const Count merge = kernel.size() == 2 ? kernel[0] * kernel[1] : 4, hidden = vision.size("hidden_size");
    add_kimi_tower(draft.tree, vision);
    const Config text = config.sub("text_config", "deepseek_v3");
    const TextModel inside = add_text_model(text, "deepseek_v3", "model.language_model", draft);
    const Count merged = hidden * merge;
    draft.tree.norm("model.mm_projector.pre_norm", config.size_or("projection_hidden_size", hidden), true);
    draft.tree.linear("model.mm_projector.in_proj", merged, merged, true);
    draft.tree.linear("model.mm_projector.out_proj", merged, inside.hidden, true);
    finish_with_text(draft, inside, config.flag("tie_word_embeddings", true));
}

} // namespace

std::span<const Family> kimi_k25_families()
{
    static constexpr Family rows[] = {
        {"kimi_k25", "kimi_k25", "Kimi_K25ForConditionalGeneration", describe_kimi_k25},
    };
    return rows;
}

} // namespace plimsoll
