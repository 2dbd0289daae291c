// SPDX-License-Identifier: GPL-3.0-or-later
// Kimi Linear: Kimi delta attention, latent attention in every fourth layer.
#include "core/families/deepseek.h"
#include "core/families/describe/layer_mixer.h"
#include "core/families/describe/pieces.h"
#include "core/families/describe/recipe_modules.h"
#include "core/model/extension.h"

#include <algorithm>

namespace plimsoll {

namespace {

/// configuration_kimi_linear.py: the nested keys where there are some; "head_dim" at the top is the rotary part's.
MixerSpec delta_sizes(const Config &config)
{
    const bool nested = config.given("linear_attn_config");
    const Config own = nested ? config.sub("linear_attn_config") : config;
    const auto size = [&](const char *inside, const char *flat, Count fallback) {
        const Count given = config.size_or(flat, fallback);
        return nested ? own.size_or(inside, given) : given;
    };
    MixerSpec out;
    out.kind = MixerKind::kimi_delta;
    out.name = "self_attn";
    out.heads = out.groups = size("num_heads", "linear_num_heads", 1);
    out.state = size("head_dim", "linear_head_dim", 1);
    out.kernel = size("short_conv_kernel_size", "linear_conv_kernel_dim", 4);
    out.inner = out.heads * out.state;
    return out;
}

MlpSpec kimi_experts(const Config &config, const RecipeModules &layer)
{
    MlpSpec out = expert_mlp(layer, config.size("num_experts_per_tok"), activation_of(config, "hidden_act"), "mlp.gate",
                             RouterKind::grouped_sigmoid);
    out.moe.shared.order = SharedOrder::last;
    set_sigmoid_router(config, out.moe);
    add_shared_expert(out, layer);
    return out;
}

DecoderSpec kimi_linear_step(const Config &config, const RecipeModules &modules)
{
    DecoderSpec spec = decoder_base(config, modules, NormKind::rms);
    spec.positions = Positions::none; // they are in the recurrences
    std::shared_ptr<const LayerExtension> delta;
    for (const RecipeModules &at : modules.each("model.layers")) {
        LayerSpec layer = empty_layer();
        set_two_norms(layer, at, NormKind::rms);
        layer.attention_dropout = config.number_or("attention_dropout", 0);
        layer.mlp = at.has("mlp.experts") ? kimi_experts(config, at) : gated_mlp(at, activation_of(config, "hidden_act"));
        if (at.has("self_attn.kv_b_proj")) {
            layer.attention = latent_attention(config, at);
            layer.attention.rotary.dim = 0;
        } else {
            if (!delta) delta = mixer_extension(at, delta_sizes(config));
            layer.extension = delta;
        }
        repeat(spec, layer, 1);
    }
    return spec;
}

} // namespace

std::span<const Family> kimi_linear_families()
{
    static constexpr Family rows[] = {
        recipe_with_step("kimi_linear", kimi_linear_step),
    };
    return rows;
}

} // namespace plimsoll
