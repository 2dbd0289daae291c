// SPDX-License-Identifier: GPL-3.0-or-later
// MiMo-V2-Flash.
#include "core/families/pieces.h"

namespace plimsoll {

namespace {

void describe_mimo_v2_flash(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const Count count = config.layers("num_hidden_layers"), v_dim = config.size("v_head_dim");
    const bool bias = config.flag("attention_bias");
    const Activation activation = activation_of(config, "hidden_act");
    const auto types = layer_types(config, count, [](Count i) { return i != 0 && (i + 1) % 6 != 0; });
    const std::vector<std::string> mlps = config.texts("mlp_layer_types");
    const MlpSpec dense = gated_mlp(spec.hidden, config.size("intermediate_size"), activation);
    MlpSpec sparse = expert_mlp(spec.hidden, config.size("n_routed_experts"), config.size("num_experts_per_tok"),
                                config.size("moe_intermediate_size"), activation, "mlp.gate", RouterKind::grouped_sigmoid);
    sparse.moe.shared_order = SharedOrder::last;
    sparse.moe.router_correction_bias = true;
    sparse.moe.normalised = config.flag("norm_topk_prob", true);
    for (Count i = 0; i < count; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const bool sliding = types[at] == "sliding_attention";
        Heads heads = heads_of(config);
        if (sliding) heads.key_value *= 2; // windowed layers have twice the keys, and sinks
        LayerSpec layer;
        layer.attention = grouped_attention(spec.hidden, heads, bias, false);
        layer.attention.v_head_dim = v_dim;
        layer.attention.v.out = heads.key_value * v_dim;
        layer.attention.o.in = heads.query * v_dim;
        layer.attention.sinks = sliding;
        layer.attention.sliding_window = sliding ? config.maybe_size("sliding_window") : std::nullopt;
        layer.attention.rotary_dim = static_cast<Count>(static_cast<double>(heads.dim) * partial_rotary_factor(config, 0.334));
        layer.mlp = (mlps.empty() ? i > 0 : at < mlps.size() && mlps[at] == "sparse") ? sparse : dense;
        set_two_norms(layer, NormKind::rms, spec.hidden);
        repeat(spec, layer, 1);
    }
    spec.rotary_tables = static_cast<int>(distinct(types).size());
    finish_decoder(draft, std::move(spec), {.router_first = false, .rotary_types = distinct(types)});
}

} // namespace

std::span<const Family> mimo_v2_flash_families()
{
    static constexpr Family rows[] = {
        {"mimo_v2_flash",
         "mimo_v2_flash",
         "MiMoV2FlashForCausalLM",
         describe_mimo_v2_flash,
         {.sdpa = false, .other_flash = true}},
    };
    return rows;
}

} // namespace plimsoll
