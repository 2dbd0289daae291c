// SPDX-License-Identifier: GPL-3.0-or-later
// XVERSE (code on the Hub).
#include "core/families/families.h"
#include "core/families/describe/pieces.h"

namespace plimsoll {

namespace {

/// LLaMA's layers, or experts one by one beside shared ones (modeling_xverse.py of XVERSE-MoE on the Hub).
void describe_xverse(const Config &config, Draft &draft)
{
    const Count experts = config.amount_or("num_experts", 0);
    if (experts < 2) return describe_llama(config, draft);
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const Count hidden = spec.hidden, width = config.size("intermediate_size");
    LayerSpec layer = llama_layer(config, hidden, config.flag("attention_bias"), config.flag("attention_bias"), false);
    layer.mlp =
        expert_mlp(hidden, experts, config.size("moe_top_k"), width, Activation::silu, "mlp.router", RouterKind::softmax_as_is);
    layer.mlp.moe.shared.order = SharedOrder::last;
    layer.mlp.moe.router.is_linear = true;
    set_experts_apart(spec, layer.mlp, {"gate_proj", "up_proj", "down_proj"});
    if (const Count shared = config.amount_or("num_shared_experts", 0))
        add_shared_expert(layer.mlp, "mlp.shared_experts", hidden, shared * width);
    repeat(spec, layer, config.layers("num_hidden_layers"));
    finish_decoder(draft, std::move(spec));
}

} // namespace

std::span<const Family> xverse_families()
{
    static constexpr Family rows[] = {
        {"xverse", "llama", "XverseForCausalLM", describe_xverse},
    };
    return rows;
}

} // namespace plimsoll
