// SPDX-License-Identifier: GPL-3.0-or-later
// Gemma 3 with its tower; the language model stands in gemma.cpp.
#include "core/families/describe/frames/llava_frame.h"
#include "core/families/describe/pieces.h"
#include "core/families/describe/inner_text_model.h"
#include "core/families/towers/tower_classes.h"
#include "core/ground/phrase.h"
#include "core/model/config/accepted.h"

namespace plimsoll {

namespace {

void describe_gemma3(const Config &config, Draft &draft)
{
    const Config vision = config.sub("vision_config", "siglip_vision_model"), text = config.sub("text_config", "gemma3_text");
    need_key(config, "vision_config", "layer_norm_eps", "siglip_vision_model");
    if (!vision.has("image_size"))
        vision.refuse("image_size", said_nothing(), phrase(QT_TRANSLATE_NOOP("core", "a whole number")));
    add_tower(draft, vision, "model.vision_tower");
    draft.tree.own("mm_input_projection_weight", {vision.size("hidden_size"), text.size("hidden_size")},
                   "model.multi_modal_projector");
    draft.tree.norm("model.multi_modal_projector.mm_soft_emb_norm", vision.size("hidden_size"));
    const TextModel inside = add_text(draft, config, "gemma3_text");
    add_head(draft, config, inside, config.flag("tie_word_embeddings", true));
    TowerSpec tower = framed_tower(config, vision, step::gemma3_tower, "model.vision_tower", "model.multi_modal_projector");
    const Count side = vision.size("image_size") / tower.patch, tokens = config.size_or("mm_tokens_per_image", 256);
    for (tower.merge = 1; (tower.merge + 1) * (tower.merge + 1) * tokens <= side * side;) ++tower.merge;
    keep_tower(draft, std::move(tower), framed_sizes(vision));
}

} // namespace

std::span<const Family> gemma3_families()
{
    static constexpr Family rows[] = {
        {"gemma3", "gemma3", "Gemma3ForConditionalGeneration", describe_gemma3},
    };
    return rows;
}

} // namespace plimsoll
