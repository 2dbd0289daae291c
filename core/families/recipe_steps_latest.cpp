// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of decoders of 2025 and 2026 whose modules stand in recipes: DiffLlama, IQuest Coder, Kimi Linear, Mellum 2, Youtu.
#include "core/families/families.h"

#include "core/families/mixers.h"
#include "core/families/pieces.h"
#include "core/families/recipe_steps.h"
#include "core/ground/phrase.h"

#include <algorithm>

namespace plimsoll {

DecoderSpec diffllama_step(const Config &config, const Tree &)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    if (config.number_or("attention_dropout", 0) > 0)
        config.refuse("attention_dropout", phrase(QT_TRANSLATE_NOOP("core", "a share")),
                      phrase(QT_TRANSLATE_NOOP("core", "%1: %2 raises on anything else"), {"0", "DiffLlamaAttention"}));
    const bool bias = config.flag("attention_bias");
    LayerSpec layer = llama_layer(config, spec.hidden, bias, bias, config.flag("mlp_bias"));
    if (layer.attention.kv_heads % 2 != 0)
        config.refuse("num_key_value_heads", std::to_string(layer.attention.kv_heads),
                      phrase(QT_TRANSLATE_NOOP("core", "an even number")));
    repeat(spec, layer, config.layers("num_hidden_layers"));
    return spec;
}

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
                                 activation_of(config, "hidden_act"), "mlp.gate", "deepseek_v3");
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

DecoderSpec iquestcoder_step(const Config &config, const Tree &)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const bool bias = config.flag("attention_bias");
    repeat(spec, llama_layer(config, spec.hidden, bias, bias, config.flag("mlp_bias")), config.layers("num_hidden_layers"));
    return spec;
}

DecoderSpec mellum_step(const Config &config, const Tree &)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const bool bias = config.flag("attention_bias");
    LayerSpec dense = llama_layer(config, spec.hidden, bias, bias, false);
    set_q_k_norms(dense.attention, NormKind::rms, dense.attention.head_dim);
    LayerSpec sparse = dense;
    sparse.mlp = expert_mlp(spec.hidden, config.size("num_experts"), config.size("num_experts_per_tok"),
                            config.size("moe_intermediate_size"), activation_of(config, "hidden_act"), "mlp.gate", "qwen3_moe");
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

DecoderSpec youtu_step(const Config &config, const Tree &)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    LayerSpec layer = empty_layer();
    layer.attention = latent_attention(config, spec.hidden, config.flag("attention_bias"));
    layer.attention.rotary_form = config.flag("rope_interleave", true) ? RotaryForm::pairs : RotaryForm::halves;
    layer.attention_dropout = config.number_or("attention_dropout", 0);
    layer.mlp = gated_mlp(spec.hidden, config.size("intermediate_size"), activation_of(config, "hidden_act"));
    set_two_norms(layer, NormKind::rms, spec.hidden);
    repeat(spec, layer, config.layers("num_hidden_layers"));
    return spec;
}

DecoderSpec hyperclovax_step(const Config &config, const Tree &)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    spec.embedding_multiplier = config.number_or("embedding_multiplier", 1);
    spec.logits_multiplier = config.number_or("logits_scaling", 1);
    const bool bias = config.flag("attention_bias");
    LayerSpec layer = llama_layer(config, spec.hidden, bias, bias, config.flag("mlp_bias"));
    layer.residual_multiplier = config.number_or("residual_multiplier", 1);
    if (config.flag("use_post_norm", true)) {
        layer.pre_mlp_norm = layer.post_attention_norm;
        layer.post_attention_norm = norm("post_norm1", NormKind::rms, spec.hidden);
        layer.post_mlp_norm = norm("post_norm2", NormKind::rms, spec.hidden);
    }
    repeat(spec, layer, config.layers("num_hidden_layers"));
    return spec;
}

DecoderSpec emu3_text_step(const Config &config, const Tree &)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    LayerSpec layer = llama_layer(config, spec.hidden, false, false, false);
    layer.dropout = layer.attention_dropout = config.number_or("attention_dropout", 0.1);
    repeat(spec, layer, config.layers("num_hidden_layers"));
    return spec;
}

} // namespace plimsoll
