// SPDX-License-Identifier: GPL-3.0-or-later
// Mixtral.
#include "core/families/describe/pieces.h"

namespace plimsoll {

namespace {

void describe_mixtral(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    LayerSpec layer = llama_layer(config, spec.hidden, false, false, false);
    layer.attention.sliding_window = config.maybe_size("sliding_window");
    layer.mlp = expert_mlp(spec.hidden, config.size("num_local_experts"), config.size("num_experts_per_tok"),
                           config.size("intermediate_size"), activation_of(config, "hidden_act"), "mlp.gate",
                           RouterKind::softmax_of_float);
    layer.mlp.moe.router.normalised = true;
    layer.mlp.moe.router.input_jitter = config.number_or("router_jitter_noise", 0);
    repeat(spec, layer, config.layers("num_hidden_layers"));
    finish_decoder(draft, std::move(spec));
}

} // namespace

std::span<const Family> mixtral_families()
{
    static constexpr Family rows[] = {
        {"mixtral", "mixtral", "MixtralForCausalLM", describe_mixtral},
    };
    return rows;
}

} // namespace plimsoll
