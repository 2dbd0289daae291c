// SPDX-License-Identifier: GPL-3.0-or-later
// Laguna: gated attention whose heads differ by layer, experts.
#include "core/families/decoder_classes.h"
#include "core/families/gated_attention.h"
#include "core/families/pieces.h"
#include "core/families/recipe_steps.h"
#include "core/model/extension.h"

#include <nlohmann/json.hpp>

namespace plimsoll::step {

namespace {

const Gated laguna({.join = RotaryJoin::after});

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

void run_as_laguna(const Config &, DecoderSpec &spec) { run_as(spec, step::laguna); }

namespace {

/// Columns of a head that the layers of one type turn: rope_parameters.`type`.partial_rotary_factor.
Count turned_columns(const Config &config, const std::string &type, Count dim, double fallback)
{
    double factor = fallback;
    if (config.raw("rope_parameters").is_object()) factor = partial_rotary_factor(config.sub("rope_parameters").sub(type), 1.0);
    return scaled_size(config, "rope_parameters", factor, dim);
}

MlpSpec laguna_experts(const Config &config, Count hidden)
{
    MlpSpec out =
        expert_mlp(hidden, config.size("num_experts"), config.size("num_experts_per_tok"), config.size("moe_intermediate_size"),
                   activation_of(config, "hidden_act"), "mlp.gate", RouterKind::corrected_sigmoid_cast);
    out.moe.scales_output = true; // routed_scaling_factor
    out.moe.router_correction_bias = true;
    add_shared_expert(out, "mlp.shared_experts", hidden, config.size("shared_expert_intermediate_size"));
    return out;
}

} // namespace

DecoderSpec laguna_step(const Config &config, const Tree &)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const Count count = config.layers("num_hidden_layers"), dim = config.size("head_dim");
    const bool bias = config.flag("attention_bias");
    const auto &gating = config.raw("gating");
    const bool per_head = gating.is_boolean() ? gating.get<bool>() : gating.is_null() || config.text("gating") == "per-head";
    const std::vector<Count> heads = config.wholes("num_attention_heads_per_layer");
    const auto types = layer_types(config, count, [](Count) { return false; });
    const std::vector<std::string> mlps = config.texts("mlp_layer_types");
    const Count full = turned_columns(config, "full_attention", dim, 0.5),
                sliding = turned_columns(config, "sliding_attention", dim, 1.0);
    LayerSpec layer;
    layer.attention_dropout = config.number_or("attention_dropout", 0);
    set_two_norms(layer, NormKind::rms, spec.hidden);
    const MlpSpec dense = gated_mlp(spec.hidden, config.size("intermediate_size"), activation_of(config, "hidden_act"));
    const MlpSpec sparse = laguna_experts(config, spec.hidden);
    for (std::size_t i = 0; i < types.size(); ++i) {
        const Count query = i < heads.size() ? heads[i] : config.size("num_attention_heads");
        const bool local = types[i] == "sliding_attention";
        layer.attention = grouped_attention(spec.hidden, {query, config.size("num_key_value_heads"), dim}, bias, bias);
        set_q_k_norms(layer.attention, NormKind::rms, dim);
        layer.attention.sliding_window = local ? config.maybe_size("sliding_window") : std::nullopt;
        layer.attention.rotary_dim = local ? sliding : full;
        layer.more = gate_of(linear("self_attn.g_proj", spec.hidden, per_head ? query : query * dim), GateForm::softplus_last);
        layer.mlp = (i < mlps.size() ? mlps[i] == "sparse" : i > 0) ? sparse : dense;
        repeat(spec, layer, 1);
    }
    const std::vector<std::string> kinds = distinct(types); // none where there are no layers
    spec.rotary_tables = static_cast<int>(kinds.size());
    spec.rotary_dim = !kinds.empty() && kinds.front() == "sliding_attention" ? sliding : full;
    if (spec.rotary_tables == 2) {
        auto around = std::make_shared<DecoderExtension>();
        spec.rotary_dim = full;
        around->window_rotary_dim = sliding;
        spec.more = std::move(around);
    }
    return spec;
}

} // namespace plimsoll
