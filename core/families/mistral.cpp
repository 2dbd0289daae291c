// SPDX-License-Identifier: GPL-3.0-or-later
// Mistral, Ministral, Mistral 4; Mistral 3, which has a tower.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/deepseek.h"
#include "core/families/describe/frames/llava_frame.h"
#include "core/families/describe/pieces.h"
#include "core/families/describe/recipe_modules.h"
#include "core/families/describe/inner_text_model.h"
#include "core/families/towers/tower_classes.h"

namespace plimsoll::step {

namespace {

/// Queries grow with their position.
class Mistral4 final : public DecoderClass {
public:
    Tensor attention(Machine &m, Layer &layer, const Tensor &x, const Pass &pass) const override
    {
        return layer.latent ? latent_attention(m, layer, x, pass, true) : DecoderClass::attention(m, layer, x, pass);
    }
};

const Mistral4 mistral4;

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

void describe_mistral(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    LayerSpec layer;
    layer.attention = grouped_attention(spec.hidden, heads_of(config));
    layer.attention.sliding_window = config.maybe_size("sliding_window");
    layer.attention_dropout = config.number_or("attention_dropout", 0);
    layer.mlp = gated_mlp(spec.hidden, config.size("intermediate_size"), activation_of(config, "hidden_act"));
    set_two_norms(layer, NormKind::rms, spec.hidden);
    repeat(spec, layer, config.layers("num_hidden_layers"));
    finish_decoder(draft, std::move(spec));
}

void describe_ministral(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const LayerSpec layer = llama_layer(config, spec.hidden, false, false, false);
    const std::optional<Count> window = config.maybe_size("sliding_window");
    const auto types = layer_types(config, config.layers("num_hidden_layers"), [&](Count) { return window.has_value(); });
    add_windowed_layers(spec, layer, types, window);
    finish_decoder(draft, std::move(spec));
}

void describe_mistral3(const Config &config, Draft &draft)
{
    const Config vision = config.sub("vision_config", "pixtral"), text = config.sub("text_config", "mistral");
    const Count width = vision.size("hidden_size"), hidden = text.size("hidden_size"),
                merge = config.size_or("spatial_merge_size", 2);
    const bool bias = config.flag("multimodal_projector_bias");
    add_tower(draft, vision, "model.vision_tower");
    need_key(config, "text_config", "rms_norm_eps", "mistral");
    const std::string projector = "model.multi_modal_projector.";
    draft.tree.norm(projector + "norm", width);
    draft.tree.linear(projector + "patch_merger.merging_layer", product_of(config, "spatial_merge_size", {width, merge, merge}),
                      width);
    draft.tree.linear(projector + "linear_1", width, hidden, bias);
    draft.tree.linear(projector + "linear_2", hidden, hidden, bias);
    const TextModel inside = add_text(draft, config, "mistral");
    add_head(draft, config, inside, config.flag("tie_word_embeddings", true));
    TowerSpec tower = framed_tower(config, vision, step::mistral3_tower, "model.vision_tower", "model.multi_modal_projector");
    tower.blocks = "model.vision_tower.transformer.layers.";
    tower.merge = merge;
    keep_tower(draft, std::move(tower), framed_sizes(vision));
}

void describe_ministral3(const Config &config, Draft &draft)
{
    if (!config.given("text_config")) return describe_mistral(config, draft);
    draft.arch.class_name = "Mistral3ForConditionalGeneration";
    describe_mistral3(config.read_as("mistral3"), draft);
}

MlpSpec mistral4_experts(const Config &config, const RecipeModules &layer, Activation activation)
{
    MlpSpec out = expert_mlp(layer, config.size_or("num_experts_per_tok", config.size("n_routed_experts")), activation,
                             "mlp.gate", RouterKind::grouped_softmax_as_is);
    out.moe.router.normalised = config.flag("norm_topk_prob", true);
    out.moe.router.group_limited = true;
    out.moe.router.groups = std::max<Count>(config.amount_or("n_group", 1), 1);
    out.moe.router.top_groups = std::max<Count>(config.amount_or("topk_group", 1), 1);
    add_shared_expert(out, layer);
    return out;
}

DecoderSpec mistral4_step(const Config &config, const RecipeModules &modules)
{
    DecoderSpec spec = decoder_base(config, modules, NormKind::rms);
    const Activation activation = activation_of(config, "hidden_act");
    for (const RecipeModules &at : modules.each("model.layers")) {
        LayerSpec layer;
        layer.attention = latent_attention(config, at);
        layer.attention.rotary.form = paired(config);
        layer.attention_dropout = config.number_or("attention_dropout", 0);
        set_two_norms(layer, at, NormKind::rms);
        layer.mlp = at.has("mlp.experts") ? mistral4_experts(config, at, activation) : gated_mlp(at, activation);
        repeat(spec, layer, 1);
    }
    return spec;
}

} // namespace

std::span<const Family> mistral_families()
{
    static constexpr Family rows[] = {
        {"ministral", "ministral", "MinistralForCausalLM", describe_ministral},
        {"ministral3", "ministral3", "Ministral3ForCausalLM", describe_ministral3},
        {"mistral", "mistral", "MistralForCausalLM", describe_mistral},
        {"mistral3", "mistral3", "Mistral3ForConditionalGeneration", describe_mistral3},
        recipe_with_step("mistral4", mistral4_step, run_as_one<step::mistral4>),
    };
    return rows;
}

} // namespace plimsoll
