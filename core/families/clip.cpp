// SPDX-License-Identifier: GPL-3.0-or-later
// CLIP: two towers and a contrast, or one of them.
#include "core/families/encoder_frame.h"
#include "core/families/pieces.h"
#include "core/families/towers.h"
#include "core/model/extension.h"

namespace plimsoll {

namespace {

SequenceSpec clip_text_spec(const Config &text, const std::string &base)
{
    SequenceSpec spec = encoder_spec(text, "clip", base);
    spec.fixed_length = text.size("max_position_embeddings");
    spec.attention_dropout = text.number_or("attention_dropout", 0);
    return spec;
}

SequenceSpec clip_vision_spec(const Config &vision, const std::string &base)
{
    SequenceSpec spec = encoder_spec(vision, "clip", base);
    const Count image = vision.size("image_size"), side = image / vision.size("patch_size");
    spec.fixed_length = side * side + 1;
    spec.input_elements = product_of(vision, "num_channels", {vision.size("num_channels"), image, image});
    spec.attention_dropout = vision.number_or("attention_dropout", 0);
    return spec;
}

void describe_clip(const Config &config, Draft &draft)
{
    if (const std::string &name = draft.arch.class_name; !name.empty() && name != "CLIPModel")
        config.refuse("architectures", name, "CLIPModel");
    Tree &tree = draft.tree;
    const Config text = config.sub("text_config"), vision = config.sub("vision_config");
    const Count projection = config.size_or("projection_dim", 512);
    tree.own("logit_scale", {});
    {
        const auto scope = tree.in("text_model");
        add_clip_text(tree, text);
    }
    {
        const auto scope = tree.in("vision_model");
        add_clip_vision(tree, vision);
    }
    tree.linear("visual_projection", vision.size("hidden_size"), projection);
    tree.linear("text_projection", text.size("hidden_size"), projection);
    SequenceSpec spec = clip_text_spec(text, "text_model.");
    spec.other = std::make_shared<SequenceSpec>(clip_vision_spec(vision, "vision_model."));
    spec.transform = "text_projection";
    spec.output = "visual_projection";
    spec.head = SequenceHead::contrast;
    finish_encoder(draft, std::move(spec), projection);
}

void describe_clip_text(const Config &config, Draft &draft)
{
    const bool projected = draft.arch.class_name.ends_with("WithProjection");
    {
        const auto scope = draft.tree.in(projected ? "text_model" : "");
        add_clip_text(draft.tree, config);
    }
    if (projected) draft.tree.linear("text_projection", config.size("hidden_size"), config.size("projection_dim"));
    finish_encoder(draft, clip_text_spec(config, projected ? "text_model." : ""), 1);
}

void describe_clip_vision(const Config &config, Draft &draft)
{
    const bool projected = draft.arch.class_name.ends_with("WithProjection");
    {
        const auto scope = draft.tree.in(projected ? "vision_model" : "");
        add_clip_vision(draft.tree, config);
    }
    if (projected) draft.tree.linear("visual_projection", config.size("hidden_size"), config.size("projection_dim"));
    SequenceSpec spec;
    spec.family = "clip";
    spec.other = std::make_shared<SequenceSpec>(clip_vision_spec(config, projected ? "vision_model." : ""));
    spec.hidden = spec.other->hidden;
    spec.heads = spec.other->heads;
    spec.head_dim = spec.other->head_dim;
    spec.activation = spec.other->activation;
    finish_encoder(draft, std::move(spec), 1);
}

} // namespace

std::span<const Family> clip_families()
{
    static constexpr Family rows[] = {
        {"clip", "clip", "", describe_clip},
        {"clip_text_model", "clip_text", "", describe_clip_text},
        {"clip_vision_model", "clip_vision", "", describe_clip_vision},
    };
    return rows;
}

} // namespace plimsoll
