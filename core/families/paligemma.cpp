// SPDX-License-Identifier: GPL-3.0-or-later
// PaliGemma.
#include "core/families/describe/frames/llava_frame.h"
#include "core/families/describe/pieces.h"
#include "core/families/describe/inner_text_model.h"
#include "core/families/towers/tower_classes.h"
#include "core/ground/phrase.h"
#include "core/model/config/accepted.h"

namespace plimsoll {

namespace {

void describe_paligemma(const Config &config, Draft &draft)
{
    const Config vision = config.sub("vision_config", "siglip_vision_model"), text = config.sub("text_config", "gemma");
    if (!vision.has("image_size"))
        vision.refuse("image_size", said_nothing(), phrase(QT_TRANSLATE_NOOP("core", "a whole number")));
    if (!config.sub_type("text_config", "gemma").starts_with("gemma"))
        config.refuse("text_config.model_type", config.sub_type("text_config"),
                      phrase(QT_TRANSLATE_NOOP("core", "%1 or one that follows it: %2 writes %3, which no other class has"),
                             {"gemma", "PaliGemmaConfig", "use_bidirectional_attention"}));
    add_tower(draft, vision, "model.vision_tower");
    draft.tree.linear("model.multi_modal_projector.linear", vision.size("hidden_size"),
                      config.size_or("projection_dim", text.size("hidden_size")), true);
    const TextModel inside = add_text(draft, config, "gemma");
    add_head(draft, config, inside, config.flag("tie_word_embeddings", true));
    keep_tower(draft, framed_tower(config, vision, step::paligemma_tower, "model.vision_tower", "model.multi_modal_projector"),
               framed_sizes(vision));
}

} // namespace

std::span<const Family> paligemma_families()
{
    static constexpr Family rows[] = {
        {"paligemma", "paligemma", "PaliGemmaForConditionalGeneration", describe_paligemma},
    };
    return rows;
}

} // namespace plimsoll
