// SPDX-License-Identifier: GPL-3.0-or-later
// InternVL 1.5 and 2 (code on the Hub).
#include "core/families/describe/pieces.h"
#include "core/families/describe/inner_text_model.h"
#include "core/ground/phrase.h"

namespace plimsoll {

namespace {

void add_intern_vit(Tree &tree, const Config &vision)
{
    const auto scope = tree.in("vision_model");
    const Count hidden = vision.size("hidden_size"), width = vision.size("intermediate_size"), patch = vision.size("patch_size");
    const Count side = vision.size("image_size") / patch;
    const bool rms = vision.text("norm_type", "rms_norm") == "rms_norm", normed = vision.flag("qk_normalization");
    tree.own("class_embedding", {1, 1, hidden}, "embeddings");
    tree.own("position_embedding", {1, side * side + 1, hidden}, "embeddings");
    tree.convolution("embeddings.patch_embedding", {hidden, vision.size_or("num_channels", 3), patch, patch}, true);
    for (Count i = 0; i < vision.layers("num_hidden_layers"); ++i) {
        const auto layer = tree.in("encoder.layers", i);
        tree.own("ls1", {hidden});
        tree.own("ls2", {hidden});
        tree.linear("attn.qkv", hidden, 3 * hidden, vision.flag("qkv_bias"));
        if (normed) {
            tree.norm("attn.q_norm", hidden);
            tree.norm("attn.k_norm", hidden);
        }
        tree.linear("attn.proj", hidden, hidden, true);
        tree.linear("mlp.fc1", hidden, width, true);
        tree.linear("mlp.fc2", width, hidden, true);
        tree.norm("norm1", hidden, !rms);
        tree.norm("norm2", hidden, !rms);
    }
}

void describe_internvl_chat(const Config &config, Draft &draft)
{
    const Config vision = config.sub("vision_config", "intern_vit_6b"), text = config.sub("llm_config", "internlm2");
    add_intern_vit(draft.tree, vision);
    const Count merged = vision.size("hidden_size") * merged_patches(config);
    const TextModel inside = add_text_model(text, config.sub_type("llm_config", "internlm2"), "language_model.model", draft);
    // Mono-InternVL has the same types inside, with experts for vision
    const std::vector<std::string> named = text.texts("architectures");
    if (!named.empty() && named.front().ends_with("VEForCausalLM"))
        text.refuse("architectures", named.front(),
                    phrase(QT_TRANSLATE_NOOP("core", "a language model without experts for vision")));
    finish_with_text(draft, inside, text.flag("tie_word_embeddings"), "language_model.output");
    draft.tree.norm("mlp1.0", merged, true);
    draft.tree.linear("mlp1.1", merged, inside.hidden, true);
    draft.tree.linear("mlp1.3", inside.hidden, inside.hidden, true);
}

} // namespace

std::span<const Family> internvl_chat_families()
{
    static constexpr Family rows[] = {
        {"internvl_chat", "internvl_chat", "InternVLChatModel", describe_internvl_chat},
    };
    return rows;
}

} // namespace plimsoll
