// SPDX-License-Identifier: GPL-3.0-or-later
// LLaVA, LLaVA-NeXT, LLaVA-OneVision.
#include "core/families/describe/frames/llava_frame.h"
#include "core/families/describe/pieces.h"
#include "core/families/describe/inner_text_model.h"
#include "core/families/towers/tower_classes.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plimsoll {

namespace {

/// A tower that selects one layer's states; those of several side by side are not run.
void keep_llava_tower(Draft &draft, const Config &config, const Config &vision)
{
    const nlohmann::json &layer = config.raw("vision_feature_layer");
    if (layer.is_array()) return;
    const std::string prefix = "model.vision_tower.";
    const auto holds = [&](const char *module) {
        return std::ranges::any_of(draft.tree.modules(), [&](const Module &each) { return each.name == prefix + module; });
    };
    const bool sized = holds("patch_conv"), classed = holds("pre_layrnorm");
    TowerSpec tower = framed_tower(config, vision, sized ? step::pixtral_tower : step::clip_tower, "model.vision_tower",
                                   "model.multi_modal_projector");
    if (sized) tower.blocks = prefix + "transformer.layers.";
    tower.projectors.push_back("model.image_newline");
    tower.taken = config.maybe_whole("vision_feature_layer").value_or(classed ? -2 : -1);
    tower.classed = tower.pooled = classed;
    tower.drops_class = classed && config.text("vision_feature_select_strategy", "default") == "default";
    tower.final_norm = !classed;
    keep_tower(draft, std::move(tower), framed_sizes(vision));
}

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
    keep_llava_tower(draft, config, vision);
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
