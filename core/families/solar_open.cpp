// SPDX-License-Identifier: GPL-3.0-or-later
// Solar Open.
#include "core/families/describe/pieces.h"

namespace plimsoll {

namespace {

void describe_solar_open(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const bool bias = config.flag("attention_bias");
    LayerSpec layer;
    layer.attention = grouped_attention(spec.hidden, heads_of(config), bias, false);
    set_two_norms(layer, NormKind::rms, spec.hidden);
    layer.attention.rotary.dim =
        static_cast<Count>(static_cast<double>(layer.attention.head_dim) * partial_rotary_factor(config));
    const Count width = config.size("moe_intermediate_size");
    layer.mlp = expert_mlp(spec.hidden, config.size("n_routed_experts"), config.size("num_experts_per_tok"), width,
                           activation_of(config, "hidden_act"), "mlp.gate", RouterKind::grouped_sigmoid);
    layer.mlp.moe.shared.order = SharedOrder::last;
    set_sigmoid_router(config, layer.mlp.moe);
    add_shared_expert(layer.mlp, "mlp.shared_experts", spec.hidden, width * config.amount_or("n_shared_experts", 1));
    repeat(spec, layer, config.layers("num_hidden_layers"));
    finish_decoder(draft, std::move(spec), {.router_first = false});
}

} // namespace

std::span<const Family> solar_open_families()
{
    static constexpr Family rows[] = {
        {"solar_open", "solar_open", "SolarOpenForCausalLM", describe_solar_open},
    };
    return rows;
}

} // namespace plimsoll
