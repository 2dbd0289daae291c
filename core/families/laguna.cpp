// SPDX-License-Identifier: GPL-3.0-or-later
// Laguna: gated attention whose heads differ by layer, experts.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/gated_attention.h"
#include "core/families/describe/pieces.h"
#include "core/families/describe/recipe_modules.h"
#include "core/model/extension.h"

#include <nlohmann/json.hpp>

namespace plimsoll::step {

namespace {

const Gated laguna({.join = RotaryJoin::after});

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

/// Columns of a head that the layers of one type turn: rope_parameters.`type`.partial_rotary_factor.
Count turned_columns(const Config &config, const std::string &type, Count dim, double fallback)
{
    double factor = fallback;
    if (config.raw("rope_parameters").is_object()) factor = partial_rotary_factor(config.sub("rope_parameters").sub(type), 1.0);
    return scaled_size(config, "rope_parameters", factor, dim);
}

MlpSpec laguna_experts(const Config &config, const RecipeModules &layer, Activation activation)
{
    MlpSpec out =
        expert_mlp(layer, config.size("num_experts_per_tok"), activation, "mlp.gate", RouterKind::corrected_sigmoid_cast);
    out.moe.scales_output = true; // routed_scaling_factor
    out.moe.router.corrected = true;
    add_shared_expert(out, layer);
    return out;
}

DecoderSpec laguna_step(const Config &config, const RecipeModules &modules)
{
    DecoderSpec spec = decoder_base(config, modules, NormKind::rms);
    const Count dim = config.size("head_dim");
    const Activation activation = activation_of(config, "hidden_act");
    const std::vector<RecipeModules> layers = modules.each("model.layers");
    const auto types = layer_types(config, static_cast<Count>(layers.size()), [](Count) { return false; });
    const Count full = turned_columns(config, "full_attention", dim, 0.5),
                sliding = turned_columns(config, "sliding_attention", dim, 1.0);
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const RecipeModules &at = layers[i];
        const Heads heads{at.linear("self_attn.q_proj").out / dim, at.linear("self_attn.k_proj").out / dim, dim};
        const bool local = types[i] == "sliding_attention";
        LayerSpec layer = attention_layer(config, at, heads);
        set_q_k_norms(layer.attention, at, NormKind::rms);
        layer.attention.sliding_window = local ? config.maybe_size("sliding_window") : std::nullopt;
        layer.attention.rotary.dim = local ? sliding : full;
        layer.extension = gate_of(at.linear("self_attn.g_proj"), GateForm::softplus_last);
        layer.mlp = at.has("mlp.experts") ? laguna_experts(config, at, activation) : gated_mlp(at, activation);
        repeat(spec, layer, 1);
    }
    const std::vector<std::string> kinds = distinct(types); // none where there are no layers
    spec.rotary_tables = static_cast<int>(kinds.size());
    spec.rotary_dim = !kinds.empty() && kinds.front() == "sliding_attention" ? sliding : full;
    if (spec.rotary_tables == 2) {
        auto around = std::make_shared<DecoderExtension>();
        spec.rotary_dim = full;
        around->window_rotary_dim = sliding;
        spec.extension = std::move(around);
    }
    return spec;
}

} // namespace

std::span<const Family> laguna_families()
{
    static constexpr Family rows[] = {
        recipe_with_step("laguna", laguna_step, run_as_one<step::laguna>),
    };
    return rows;
}

} // namespace plimsoll
