// SPDX-License-Identifier: GPL-3.0-or-later
// Phi-3.5-MoE.
#include "core/families/describe/decoder_classes.h"
#include "core/families/describe/pieces.h"

namespace plimsoll {

namespace {

void describe_phimoe(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::layer_norm, true);
    spec.head.bias = config.flag("lm_head_bias");
    const bool bias = config.flag("attention_bias");
    LayerSpec layer = llama_layer(config, spec.hidden, bias, bias, false);
    layer.attention.sliding_window = config.maybe_size("sliding_window");
    layer.mlp =
        expert_mlp(spec.hidden, config.size("num_local_experts"), config.size("num_experts_per_tok"),
                   config.size("intermediate_size"), activation_of(config, "hidden_act"), "mlp.router", RouterKind::sparse_mixer);
    layer.mlp.moe.router.is_linear = true;
    layer.mlp.moe.router.input_jitter = config.number_or("input_jitter_noise", 0);
    set_two_norms(layer, NormKind::layer_norm, spec.hidden, true);
    repeat(spec, layer, config.layers("num_hidden_layers"));
    finish_decoder(draft, std::move(spec));
}

} // namespace

std::span<const Family> phimoe_families()
{
    static constexpr Family rows[] = {
        {"phimoe", "phimoe", "PhimoeForCausalLM", describe_phimoe, refuse_tiled_router_loss},
    };
    return rows;
}

} // namespace plimsoll
