// SPDX-License-Identifier: GPL-3.0-or-later
// Mellum 2.
#include "core/families/pieces.h"
#include "core/families/recipe_steps.h"

namespace plimsoll {

DecoderSpec mellum_step(const Config &config, const Tree &)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const bool bias = config.flag("attention_bias");
    LayerSpec dense = llama_layer(config, spec.hidden, bias, bias, false);
    set_q_k_norms(dense.attention, NormKind::rms, dense.attention.head_dim);
    LayerSpec sparse = dense;
    sparse.mlp =
        expert_mlp(spec.hidden, config.size("num_experts"), config.size("num_experts_per_tok"),
                   config.size("moe_intermediate_size"), activation_of(config, "hidden_act"), "mlp.gate", RouterKind::softmax);
    sparse.mlp.moe.normalised = config.flag("norm_topk_prob", true);
    const auto types = layer_types(config, config.layers("num_hidden_layers"), [](Count) { return false; });
    const std::vector<std::string> mlps = config.texts("mlp_layer_types");
    for (std::size_t i = 0; i < types.size(); ++i) {
        LayerSpec layer = i < mlps.size() && mlps[i] == "dense" ? dense : sparse;
        layer.attention.sliding_window = types[i] == "sliding_attention" ? config.maybe_size("sliding_window") : std::nullopt;
        repeat(spec, layer, 1);
    }
    spec.rotary_tables = static_cast<int>(distinct(types).size());
    return spec;
}

} // namespace plimsoll
