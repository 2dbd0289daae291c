// SPDX-License-Identifier: GPL-3.0-or-later
// EXAONE 3 (code on the Hub) and 4, and EXAONE MoE.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/describe/pieces.h"
#include "core/families/describe/recipe_modules.h"

#include <algorithm>

namespace plimsoll::step {

namespace {

const DecoderClass exaone4({.norms = HeadNorms::last});

const DecoderClass exaone_moe({.norms = HeadNorms::last});

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

using enum LayerPart;

void describe_exaone(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    spec.prefix = "transformer";
    spec.layers_name = "h";
    spec.embedding_name = "wte";
    spec.final_norm.name = "ln_f";
    LayerSpec layer;
    layer.attention = grouped_attention(spec.hidden, heads_of(config), false, false, "out_proj", "attn.attention");
    layer.mlp = named_gated_mlp(spec.hidden, config.size("intermediate_size"), "mlp.c_fc_0", "mlp.c_fc_1", "mlp.c_proj");
    layer.input_norm = norm("ln_1", NormKind::rms, spec.hidden);
    layer.post_attention_norm = norm("ln_2", NormKind::rms, spec.hidden);
    repeat(spec, layer, config.layers("num_layers"));
    finish_decoder(draft, std::move(spec), {.layer = {input_norm, attention, post_attention_norm, mlp}});
}

void describe_exaone4(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    LayerSpec layer = llama_layer(config, spec.hidden, false, false, false);
    const Count dim = layer.attention.head_dim;
    set_q_k_norms(layer.attention, NormKind::rms, dim);
    layer.input_norm = {};
    layer.post_mlp_norm = norm("post_feedforward_layernorm", NormKind::rms, spec.hidden);
    layer.norm_after = true;
    const std::optional<Count> window = config.maybe_size("sliding_window");
    const Count pattern = window ? config.amount_or("sliding_window_pattern", 4) : 0;
    const auto types =
        layer_types(config, config.layers("num_hidden_layers"), [&](Count i) { return pattern > 0 && (i + 1) % pattern != 0; });
    for (const std::string &type : types) { // with windows, layers that see everything are not rotated
        layer.attention.sliding_window = type == "sliding_attention" ? window : std::nullopt;
        layer.attention.rotary.dim = !window || layer.attention.sliding_window ? dim : 0;
        repeat(spec, layer, 1);
    }
    spec.rotary_dim = dim;
    finish_decoder(draft, std::move(spec));
}

MlpSpec exaone_experts(const Config &config, const RecipeModules &layer, Activation activation)
{
    MlpSpec out = expert_mlp(layer, config.size("num_experts_per_tok"), activation, "mlp.gate", RouterKind::grouped_sigmoid);
    out.moe.shared.order = SharedOrder::last;
    set_sigmoid_router(config, out.moe);
    add_shared_expert(out, layer);
    return out;
}

DecoderSpec exaone_moe_step(const Config &config, const RecipeModules &modules)
{
    DecoderSpec spec = decoder_base(config, modules, NormKind::rms);
    const Heads heads = heads_of(config);
    const Activation activation = activation_of(config, "hidden_act");
    std::vector<LayerSpec> layers;
    for (const RecipeModules &at : modules.each("model.layers")) {
        LayerSpec &layer = layers.emplace_back(attention_layer(config, at, heads));
        set_q_k_norms(layer.attention, at, NormKind::rms);
        layer.mlp = at.has("mlp.experts") ? exaone_experts(config, at, activation) : gated_mlp(at, activation);
    }
    const std::optional<Count> window = config.maybe_size("sliding_window");
    const Count pattern = window ? config.amount_or("sliding_window_pattern", 4) : 0;
    const auto types =
        layer_types(config, static_cast<Count>(layers.size()), [&](Count i) { return pattern > 0 && (i + 1) % pattern != 0; });
    for (std::size_t i = 0; i < layers.size(); ++i) { // with windows, layers that see everything are not rotated
        layers[i].attention.sliding_window = types[i] == "sliding_attention" ? window : std::nullopt;
        layers[i].attention.rotary.dim = !window || layers[i].attention.sliding_window ? heads.dim : 0;
        repeat(spec, layers[i], 1);
    }
    spec.rotary_dim = heads.dim;
    return spec;
}

} // namespace

std::span<const Family> exaone_families()
{
    static constexpr Family rows[] = {
        {"exaone", "exaone", "ExaoneForCausalLM", describe_exaone},
        {"exaone4", "exaone4", "Exaone4ForCausalLM", describe_exaone4, run_as_one<step::exaone4>},
        recipe_with_step("exaone_moe", exaone_moe_step, run_as_one<step::exaone_moe>),
    };
    return rows;
}

} // namespace plimsoll
