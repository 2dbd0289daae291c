// SPDX-License-Identifier: GPL-3.0-or-later
// CLIP: two towers and a contrast, or one of them.
#include "core/families/describe/frames/encoder_frame.h"
#include "core/families/describe/pieces.h"
#include "core/decoder/sequence.h"
#include "core/families/describe/towers.h"
#include "core/model/extension.h"

#include <algorithm>
#include <string>

namespace plimsoll {

namespace step {

namespace {

// modeling_clip.py of transformers 5.23.

Tensor clip_layer(SequenceModel &model, Machine &m, const Tensor &input, const std::string &p, bool causal,
                  const ForwardInputs &inputs)
{
    return pre_normed_layer(model, m, input, {p + "self_attn.", "q_proj", "k_proj", "v_proj", "out_proj", causal, {}},
                            p + "layer_norm1", p + "layer_norm2", p + "mlp.", inputs);
}

Tensor clip_vision(SequenceModel &model, Machine &m, const SequenceSpec &spec, const ForwardInputs &inputs)
{
    const std::string table = spec.base + "embeddings.";
    Pixels pixels;
    Tensor hidden = patch_embeddings(
        model, m, spec, {table + "patch_embedding.weight", table + "class_embedding", table + "position_embedding.weight"},
        inputs, pixels);
    hidden = model.normed(m, spec.base + "pre_layrnorm", std::move(hidden));
    const auto layer = [&model, &m, &spec, inputs](const Tensor &input, Count i) {
        return clip_layer(model, m, input, spec.base + "encoder.layers." + std::to_string(i) + ".", false, inputs);
    };
    hidden = model.run_layers(m, std::move(hidden), spec.layers, inputs, layer);
    hidden = model.normed(m, spec.base + "post_layernorm", std::move(hidden));
    capture(m, inputs, hidden);
    return hidden;
}

/// Both towers, or the one that there is.
Tensor clip_states(SequenceModel &model, Machine &m, const ForwardInputs &asked)
{
    const SequenceSpec &spec = model.spec();
    Tensor pictures;
    if (spec.other) pictures = clip_vision(model, m, *spec.other, asked);
    if (spec.layers == 0) return pictures;
    ForwardInputs inputs = asked;
    if (spec.fixed_length > 0) inputs.length = std::min(inputs.length, spec.fixed_length);
    const std::string table = spec.base + "embeddings.";
    Tensor hidden = embedding(m, {inputs.batch, inputs.length}, model.leaf(table + "token_embedding.weight"));
    hidden = add(m, std::move(hidden), embedding(m, {1, inputs.length}, model.leaf(table + "position_embedding.weight")));
    const auto layer = [&model, &m, inputs](const Tensor &input, Count i) {
        return clip_layer(model, m, input, model.spec().base + "encoder.layers." + std::to_string(i) + ".", true, inputs);
    };
    hidden = model.run_layers(m, std::move(hidden), spec.layers, inputs, layer);
    hidden = model.normed(m, spec.base + "final_layer_norm", std::move(hidden));
    capture(m, inputs, hidden);
    if (!spec.other || spec.output.empty()) return hidden;
    // both towers' first positions, projected; the scores of all pairs are smaller still
    Tensor text = narrow(m, std::move(hidden), {inputs.batch, spec.hidden});
    text = model.linear_of(spec.transform).forward(m, std::move(text));
    Tensor picture = narrow(m, std::move(pictures), {inputs.batch, spec.other->hidden});
    picture = model.linear_of(spec.output).forward(m, std::move(picture));
    return add(m, std::move(text), std::move(picture));
}

constexpr SequenceClass clip_class{.states = clip_states, .casts_weights = true};

} // namespace

} // namespace step

namespace {

SequenceSpec clip_text_spec(const Config &text, const std::string &base)
{
    SequenceSpec spec = encoder_spec(text, step::clip_class, base);
    spec.fixed_length = text.size("max_position_embeddings");
    spec.attention_dropout = text.number_or("attention_dropout", 0);
    return spec;
}

SequenceSpec clip_vision_spec(const Config &vision, const std::string &base)
{
    SequenceSpec spec = encoder_spec(vision, step::clip_class, base);
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
    spec.of = &step::clip_class;
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
        {"clip", "clip", "", describe_clip, nullptr, {.float32_checkpoints = true}},
        {"clip_text_model", "clip_text", "", describe_clip_text, nullptr, {.float32_checkpoints = true}},
        {"clip_vision_model", "clip_vision", "", describe_clip_vision, nullptr, {.float32_checkpoints = true}},
    };
    return rows;
}

} // namespace plimsoll
