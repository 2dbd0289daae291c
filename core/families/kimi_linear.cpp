// SPDX-License-Identifier: GPL-3.0-or-later
// Kimi Linear: Kimi delta attention, latent attention in every fourth layer.
#include "core/families/deepseek.h"
#include "core/families/mixers.h"
#include "core/families/pieces.h"
#include "core/families/recipe_steps.h"
#include "core/model/extension.h"

#include <algorithm>

namespace plimsoll {

DecoderSpec kimi_linear_step(const Config &config, const Tree &tree)
{
    const Count hidden = config.size("hidden_size"), count = config.layers("num_hidden_layers");
    DecoderSpec spec = bare_decoder(config, "model", "embed_tokens", norm("norm", NormKind::rms, hidden));
    AttentionSpec latent = latent_attention(config, hidden, config.flag("attention_bias"));
    latent.rotary_dim = 0;
    LayerSpec dense = empty_layer();
    set_two_norms(dense, NormKind::rms, hidden);
    dense.attention_dropout = config.number_or("attention_dropout", 0);
    dense.mlp = gated_mlp(hidden, config.size("intermediate_size"), activation_of(config, "hidden_act"));
    const Count width = config.size("moe_intermediate_size");
    MlpSpec experts = expert_mlp(hidden, config.size("num_local_experts"), config.size("num_experts_per_tok"), width,
                                 activation_of(config, "hidden_act"), "mlp.gate", RouterKind::grouped_sigmoid);
    experts.moe.shared_order = SharedOrder::last;
    experts.moe.router_correction_bias = experts.moe.group_limited = true;
    experts.moe.normalised = config.flag("norm_topk_prob", true);
    experts.moe.router_groups = std::max<Count>(config.amount_or("n_group", 1), 1);
    experts.moe.router_top_groups = std::max<Count>(config.amount_or("topk_group", 1), 1);
    add_shared_expert(experts, "mlp.shared_experts", hidden, width * config.amount_or("n_shared_experts", 1));
    const auto has = [&tree](const std::string &name) {
        return std::ranges::any_of(tree.modules(), [&](const Module &module) { return module.name == name; });
    };
    std::shared_ptr<const LayerExtension> delta;
    for (Count i = 0; i < count; ++i) {
        const std::string at = "model.layers." + std::to_string(i);
        LayerSpec layer = dense;
        if (has(at + ".mlp.gate")) layer.mlp = experts;
        const bool recurs = !has(at + ".self_attn.kv_a_proj_with_mqa");
        if (recurs && !delta) {
            MixerSpec sizes;
            sizes.kind = MixerKind::kimi_delta;
            sizes.name = "self_attn";
            // configuration_kimi_linear.py: the nested keys where there are some; "head_dim" at the top is the rotary part's
            const bool nested = config.given("linear_attn_config");
            const Config own = nested ? config.sub("linear_attn_config") : config;
            const auto size = [&](const char *inside, const char *flat, Count fallback) {
                const Count given = config.size_or(flat, fallback);
                return nested ? own.size_or(inside, given) : given;
            };
            sizes.heads = sizes.groups = size("num_heads", "linear_num_heads", 1);
            sizes.state = size("head_dim", "linear_head_dim", 1);
            sizes.kernel = size("short_conv_kernel_size", "linear_conv_kernel_dim", 4);
            sizes.inner = sizes.heads * sizes.state;
            delta = mixer_extension(tree, at, sizes);
        }
        if (recurs)
            layer.more = delta;
        else
            layer.attention = latent;
        repeat(spec, layer, 1);
    }
    return spec;
}

} // namespace plimsoll
