// SPDX-License-Identifier: GPL-3.0-or-later
// LLaMA 1 to 3, Yi, TinyLlama, SmolLM, DeepSeek-LLM and everything else that says "llama".
#include "core/families/families.h"
#include "core/families/describe/pieces.h"

namespace plimsoll {

void describe_llama(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const bool bias = config.flag("attention_bias");
    LayerSpec layer;
    layer.attention = grouped_attention(spec.hidden, heads_of(config), bias, bias);
    layer.attention_dropout = config.number_or("attention_dropout", 0);
    layer.mlp =
        gated_mlp(spec.hidden, config.size("intermediate_size"), activation_of(config, "hidden_act"), config.flag("mlp_bias"));
    set_two_norms(layer, NormKind::rms, spec.hidden);
    repeat(spec, layer, config.layers("num_hidden_layers"));
    finish_decoder(draft, std::move(spec));
}

std::span<const Family> llama_families()
{
    static constexpr Family rows[] = {
        {"Yi", "llama", "YiForCausalLM", describe_llama},
        {"aquila", "llama", "AquilaForCausalLM", describe_llama},
        {"llama", "llama", "LlamaForCausalLM", describe_llama, nullptr, {.divides_heads = true}},
        {"skywork", "llama", "SkyworkForCausalLM", describe_llama},
    };
    return rows;
}

} // namespace plimsoll
