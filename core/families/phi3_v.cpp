// SPDX-License-Identifier: GPL-3.0-or-later
// Phi-3 vision (code on the Hub).
#include "core/families/describe/pieces.h"
#include "core/families/describe/inner_text_model.h"
#include "core/families/describe/towers.h"

#include <nlohmann/json.hpp>

namespace plimsoll {

namespace {

void describe_phi3_v(const Config &config, Draft &draft)
{
    Tree &tree = draft.tree;
    static const nlohmann::json tower = nlohmann::json::parse(
        R"({"hidden_size": 1024, "intermediate_size": 4096, "num_hidden_layers": 24, "num_attention_heads": 16, "patch_size": 14, "image_size": 336})");
    if (config.sub("img_processor").text("model_name", "openai/clip-vit-large-patch14-336") !=
        "openai/clip-vit-large-patch14-336")
        config.refuse("img_processor.model_name", config.sub("img_processor").text("model_name"),
                      "openai/clip-vit-large-patch14-336");
    const Count hidden = config.size("hidden_size"), merged = 4 * config.sub("img_processor").size_or("image_dim_out", 1024);
    {
        const auto scope = tree.in("model.vision_embed_tokens");
        tree.own("glb_GN", {1, 1, merged});
        tree.own("sub_GN", {1, 1, 1, merged});
        {
            const auto inner = tree.in("img_processor.vision_model");
            add_clip_vision(tree, Config(tower, "clip_vision_model"));
        }
        tree.linear("img_projection.0", merged, hidden, true);
        tree.linear("img_projection.2", hidden, hidden, true);
    }
    const TextModel text = add_text_model(config, "phi3", "model", draft);
    finish_with_text(draft, text, config.flag("tie_word_embeddings"));
}

} // namespace

std::span<const Family> phi3_v_families()
{
    static constexpr Family rows[] = {
        {"phi3_v", "phi3_v", "Phi3VForCausalLM", describe_phi3_v},
    };
    return rows;
}

} // namespace plimsoll
