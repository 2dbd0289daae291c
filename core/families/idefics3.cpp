// SPDX-License-Identifier: GPL-3.0-or-later
// Idefics 3 and SmolVLM.
#include "core/families/describe/frames/llava_frame.h"
#include "core/families/describe/pieces.h"
#include "core/families/describe/inner_text_model.h"
#include "core/families/towers/tower_classes.h"

namespace plimsoll {

namespace {

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
    TowerSpec tower = framed_tower(config, vision, step::idefics3_tower, "model.vision_model", "model.connector");
    tower.merge = scale;
    keep_tower(draft, std::move(tower), framed_sizes(vision));
}

} // namespace

std::span<const Family> idefics3_families()
{
    static constexpr Family rows[] = {
        {"idefics3", "idefics3", "Idefics3ForConditionalGeneration", describe_idefics3},
        {"smolvlm", "smolvlm", "SmolVLMForConditionalGeneration", describe_idefics3},
    };
    return rows;
}

} // namespace plimsoll
