// SPDX-License-Identifier: GPL-3.0-or-later
// gpt-oss.
#include "core/families/describe/pieces.h"

namespace plimsoll {

namespace {

void describe_gpt_oss(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms_fp32_weight);
    const bool bias = config.flag("attention_bias", true);
    LayerSpec layer = llama_layer(config, spec.hidden, bias, bias, false, NormKind::rms_fp32_weight);
    layer.attention.sinks = true;
    layer.attention.rotary.form = RotaryForm::split_halves;
    layer.mlp =
        expert_mlp(spec.hidden, config.size("num_local_experts"), config.size("num_experts_per_tok"),
                   config.size("intermediate_size"), Activation::silu, "mlp.router", RouterKind::best_then_softmax_biased);
    layer.mlp.moe.clamped_gate = true;
    layer.mlp.moe.bias = layer.mlp.moe.router.projection.bias = layer.mlp.moe.transposed = true;
    const auto types = layer_types(config, config.layers("num_hidden_layers"), [](Count i) { return (i + 1) % 2 != 0; });
    add_windowed_layers(spec, layer, types, config.maybe_size("sliding_window"));
    finish_decoder(draft, std::move(spec));
}

} // namespace

std::span<const Family> gpt_oss_families()
{
    static constexpr Family rows[] = {
        {"gpt_oss", "gpt_oss", "GptOssForCausalLM", describe_gpt_oss, nullptr, {.sdpa = false, .other_flash = true}},
    };
    return rows;
}

} // namespace plimsoll
