// SPDX-License-Identifier: GPL-3.0-or-later
// A tower of 3-D patches before a language model: Qwen-VL and GLM-V.
#include "core/families/describe/frames/qwen_vl_frame.h"

#include "core/families/describe/pieces.h"
#include "core/families/describe/inner_text_model.h"

namespace plimsoll {

Config text_of(const Config &config, const std::string &type)
{
    return config.given("text_config") ? config.sub("text_config", type) : config.read_as(type);
}

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

void finish_qwen(const Config &config, Draft &draft, const std::string &text_type, bool inner_tie)
{
    const Config text = text_of(config, text_type);
    const TextModel inside = add_text_model(text, text_type, "model.language_model", draft);
    finish_with_text(draft, inside, inner_tie ? tied(config, text) : config.flag("tie_word_embeddings"));
}

} // namespace plimsoll
