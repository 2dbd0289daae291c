// SPDX-License-Identifier: GPL-3.0-or-later
// Baichuan (code on the Hub).
#include "core/families/describe/pieces.h"

namespace plimsoll {

namespace {

void describe_baichuan(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const Count heads = config.size("num_attention_heads");
    LayerSpec layer;
    layer.attention =
        fused_qkv_attention(spec.hidden, {heads, heads, spec.hidden / heads}, "self_attn", "W_pack", "o_proj", false, false);
    layer.mlp = named_gated_mlp(spec.hidden, config.size("intermediate_size"), "mlp.gate_proj", "mlp.up_proj", "mlp.down_proj");
    set_two_norms(layer, NormKind::rms, spec.hidden);
    if (spec.hidden > 4096) { // the 13B has ALiBi
        spec.positions = Positions::alibi;
        layer.attention.rotary.dim = 0;
    }
    repeat(spec, layer, config.layers("num_hidden_layers"));
    finish_decoder(draft, std::move(spec));
}

} // namespace

std::span<const Family> baichuan_families()
{
    static constexpr Family rows[] = {
        {"baichuan", "baichuan", "BaichuanForCausalLM", describe_baichuan},
    };
    return rows;
}

} // namespace plimsoll
