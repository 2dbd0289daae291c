// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/families/describe/towers.h"

#include "core/ground/phrase.h"

#include <algorithm>
#include <iterator>

namespace plimsoll {
namespace {

/// CLIP registers attention first, SigLIP its norm.
void add_clip_layers(Tree &tree, const Config &config, bool norm_first)
{
    const Count hidden = config.size("hidden_size"), width = config.size("intermediate_size");
    for (Count i = 0; i < config.layers("num_hidden_layers"); ++i) {
        const auto layer = tree.in("encoder.layers", i);
        if (norm_first) tree.norm("layer_norm1", hidden, true);
        for (const char *projection : {"self_attn.k_proj", "self_attn.v_proj", "self_attn.q_proj", "self_attn.out_proj"})
            tree.linear(projection, hidden, hidden, true);
        tree.norm(norm_first ? "layer_norm2" : "layer_norm1", hidden, true);
        tree.linear("mlp.fc1", hidden, width, true);
        tree.linear("mlp.fc2", width, hidden, true);
        if (!norm_first) tree.norm("layer_norm2", hidden, true);
    }
}

} // namespace

void add_clip_text(Tree &tree, const Config &config)
{
    const Count hidden = config.size("hidden_size"), positions = config.size("max_position_embeddings");
    tree.buffer("position_ids", {1, positions}, Dtype::int64, "embeddings");
    tree.embedding("embeddings.token_embedding", config.size("vocab_size"), hidden);
    tree.embedding("embeddings.position_embedding", positions, hidden);
    add_clip_layers(tree, config, false);
    tree.norm("final_layer_norm", hidden, true);
}

void add_clip_vision(Tree &tree, const Config &config)
{
    const Count hidden = config.size("hidden_size"), patch = config.size("patch_size"), side = config.size("image_size") / patch;
    const Count positions = side * side + 1;
    tree.own("class_embedding", {hidden}, "embeddings");
    tree.buffer("position_ids", {1, positions}, Dtype::int64, "embeddings");
    tree.convolution("embeddings.patch_embedding", {hidden, config.size("num_channels"), patch, patch}, false);
    tree.embedding("embeddings.position_embedding", positions, hidden);
    tree.norm("pre_layrnorm", hidden, true); // transformers spells it so
    add_clip_layers(tree, config, false);
    tree.norm("post_layernorm", hidden, true);
}

void add_siglip_vision(Tree &tree, const Config &config)
{
    const Count hidden = config.size("hidden_size"), patch = config.size("patch_size"), side = config.size("image_size") / patch;
    tree.buffer("position_ids", {1, side * side}, Dtype::int64, "embeddings");
    tree.convolution("embeddings.patch_embedding", {hidden, config.size("num_channels"), patch, patch}, true);
    tree.embedding("embeddings.position_embedding", side * side, hidden);
    add_clip_layers(tree, config, true);
    tree.norm("post_layernorm", hidden, true);
    if (!config.flag("vision_use_head", true)) return;
    const Count width = config.size("intermediate_size");
    tree.own("probe", {1, 1, hidden}, "head");
    tree.own("in_proj_weight", {3 * hidden, hidden}, "head.attention");
    tree.own("in_proj_bias", {3 * hidden}, "head.attention");
    tree.linear("head.attention.out_proj", hidden, hidden, true);
    tree.norm("head.layernorm", hidden, true);
    tree.linear("head.mlp.fc1", hidden, width, true);
    tree.linear("head.mlp.fc2", width, hidden, true);
}

void add_pixtral_vision(Tree &tree, const Config &config)
{
    const Count hidden = config.size("hidden_size"), patch = config.size("patch_size"), width = config.size("intermediate_size");
    tree.convolution("patch_conv", {hidden, config.size("num_channels"), patch, patch}, false);
    tree.norm("ln_pre", hidden);
    for (Count i = 0; i < config.layers("num_hidden_layers"); ++i) {
        const auto layer = tree.in("transformer.layers", i);
        tree.norm("attention_norm", hidden);
        for (const char *projection : {"feed_forward.gate_proj", "feed_forward.up_proj"}) tree.linear(projection, hidden, width);
        tree.linear("feed_forward.down_proj", width, hidden);
        for (const char *projection : {"attention.k_proj", "attention.v_proj", "attention.q_proj", "attention.o_proj"})
            tree.linear(projection, hidden, hidden);
        tree.norm("ffn_norm", hidden);
    }
    const Count head = config.size_or("head_dim", hidden / config.size("num_attention_heads"));
    tree.rotary("patch_positional_embedding", head);
}

namespace {

struct Tower {
    std::string_view model_type;
    void (*add)(Tree &tree, const Config &config);
};
constexpr Tower built_in[] = {
    {"clip_vision_model", add_clip_vision}, {"siglip_vision_model", add_siglip_vision}, {"pixtral", add_pixtral_vision}};

const Tower *find_tower(std::string_view model_type)
{
    const auto *found = std::ranges::find(built_in, model_type, &Tower::model_type);
    return found == std::end(built_in) ? nullptr : found;
}

} // namespace

bool is_vision_tower(std::string_view model_type) { return find_tower(model_type) != nullptr; }

void add_vision_tower(Tree &tree, const Config &config)
{
    if (const Tower *tower = find_tower(config.defaults_name())) return tower->add(tree, config);
    config.refuse("model_type", config.defaults_name(),
                  phrase(QT_TRANSLATE_NOOP("core", "%1 or %2"), {"clip_vision_model, siglip_vision_model", "pixtral"}));
}

} // namespace plimsoll
