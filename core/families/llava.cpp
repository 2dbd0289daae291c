// SPDX-License-Identifier: GPL-3.0-or-later
// LLaVA, LLaVA-NeXT, LLaVA-OneVision.
#include "core/families/describe/frames/llava_frame.h"
#include "core/families/describe/pieces.h"
#include "core/families/describe/text_model_within.h"

namespace plimsoll {

namespace {

void describe_llava_like(const Config &config, Draft &draft, const char *text_fallback, const char *vision_fallback, bool newline,
                         bool inner_tie)
{
    const Config vision = config.sub("vision_config", vision_fallback), text = config.sub("text_config", text_fallback);
    const Count hidden = text.size("hidden_size");
    if (newline) draft.tree.own("image_newline", {hidden}, "model");
    add_tower(draft, vision, "model.vision_tower");
    add_two_layer_projector(draft.tree, config, vision.size("hidden_size"), hidden);
    const TextModel inside = add_text(draft, config, text_fallback);
    // the outer flag takes the inner one over, but for LLaVA-NeXT
    add_head(draft, config, inside, config.flag("tie_word_embeddings") || (inner_tie && text.flag("tie_word_embeddings")));
}

void describe_llava(const Config &config, Draft &draft)
{
    describe_llava_like(config, draft, "llama", "clip_vision_model", false, true);
}

void describe_llava_next(const Config &config, Draft &draft)
{
    describe_llava_like(config, draft, "llama", "clip_vision_model", true, false);
}

void describe_llava_onevision(const Config &config, Draft &draft)
{
    describe_llava_like(config, draft, "qwen2", "siglip_vision_model", true, true);
}

} // namespace

std::span<const Family> llava_families()
{
    static constexpr Family rows[] = {
        {"llava", "llava", "LlavaForConditionalGeneration", describe_llava},
        {"llava_next", "llava_next", "LlavaNextForConditionalGeneration", describe_llava_next},
        {"llava_onevision", "llava_onevision", "LlavaOnevisionForConditionalGeneration", describe_llava_onevision},
    };
    return rows;
}

} // namespace plimsoll
