// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of mixtures of experts whose modules stand in recipes.
#include "core/families/recipe_steps.h"

#include "core/families/mixers.h"
#include "core/families/pieces.h"

#include <algorithm>

namespace plimsoll {
namespace {

/// Per layer: whether mlp_layer_types calls it sparse; without that list the first `dense` layers are not.
std::vector<bool> sparse_at(const Config &config, Count count, Count dense)
{
    const std::vector<std::string> types = config.texts("mlp_layer_types");
    std::vector<bool> out;
    for (Count i = 0; i < count; ++i)
        out.push_back(static_cast<std::size_t>(i) < types.size() ? types[static_cast<std::size_t>(i)] == "sparse" : i >= dense);
    return out;
}

} // namespace

DecoderSpec exaone_moe_step(const Config &config, const Tree &)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    LayerSpec dense = llama_layer(config, spec.hidden, false, false, false);
    const Count dim = dense.attention.head_dim, count = config.layers("num_hidden_layers");
    set_q_k_norms(dense.attention, NormKind::rms, dim);
    LayerSpec sparse = dense;
    const Count width = config.size("moe_intermediate_size");
    sparse.mlp = expert_mlp(spec.hidden, config.size("num_experts"), config.size("num_experts_per_tok"), width,
                            activation_of(config, "hidden_act"), "mlp.gate", "deepseek_v3");
    MoeSpec &moe = sparse.mlp.moe;
    moe.router_correction_bias = moe.group_limited = true;
    moe.normalised = config.flag("norm_topk_prob", true);
    moe.router_groups = std::max<Count>(config.amount_or("n_group", 1), 1);
    moe.router_top_groups = std::max<Count>(config.amount_or("topk_group", 1), 1);
    add_shared_expert(sparse.mlp, "mlp.shared_experts", spec.hidden, width * config.amount_or("num_shared_experts", 1));
    const std::optional<Count> window = config.maybe_size("sliding_window");
    const Count pattern = window ? config.amount_or("sliding_window_pattern", 4) : 0;
    const auto types = layer_types(config, count, [&](Count i) { return pattern > 0 && (i + 1) % pattern != 0; });
    const std::vector<bool> is_sparse = sparse_at(config, count, config.amount_or("first_k_dense_replace", 1));
    for (std::size_t i = 0; i < types.size(); ++i) { // with windows, layers that see everything are not rotated
        LayerSpec layer = is_sparse[i] ? sparse : dense;
        layer.attention.sliding_window = types[i] == "sliding_attention" ? window : std::nullopt;
        layer.attention.rotary_dim = !window || layer.attention.sliding_window ? dim : 0;
        repeat(spec, layer, 1);
    }
    spec.rotary_dim = dim;
    return spec;
}

DecoderSpec cohere2_moe_step(const Config &config, const Tree &)
{
    const NormKind kind = config.has("rms_norm_eps") ? NormKind::rms : NormKind::layer_norm_cohere;
    DecoderSpec spec = decoder_base(config, kind);
    spec.logits_multiplier = config.number_or("logit_scale", 0.0625);
    const bool bias = config.flag("attention_bias");
    const Heads heads = heads_of(config);
    const Count width = config.size("intermediate_size"), count = config.layers("num_hidden_layers");
    LayerSpec dense;
    dense.parallel = true;
    dense.input_norm = norm("input_layernorm", kind, spec.hidden);
    dense.attention = grouped_attention(spec.hidden, heads, bias, bias);
    dense.attention_dropout = config.number_or("attention_dropout", 0);
    const Activation activation = activation_of(config, "hidden_act");
    LayerSpec sparse = dense;
    dense.mlp = gated_mlp(spec.hidden, config.size_or("prefix_dense_intermediate_size", width), activation);
    std::string router = "cohere2_moe";
    if (config.text("expert_selection_fn") == "sigmoid") router += "_sigmoid";
    if (config.text("shared_expert_combination_strategy", "average") == "average") router += "_mean";
    sparse.mlp = expert_mlp(spec.hidden, config.size("num_experts"), config.size("num_experts_per_tok"), width, activation,
                            "mlp.gate", router);
    sparse.mlp.moe.normalised = config.flag("norm_topk_prob", true);
    add_shared_expert(sparse.mlp, "mlp.shared_experts", spec.hidden, width * config.amount_or("num_shared_experts", 0));
    const Count pattern = config.size_or("sliding_window_pattern", 4),
                prefix = config.size_or("prefix_dense_sliding_window_pattern", 1);
    const Count first = config.amount_or("first_k_dense_replace", 0);
    const auto types =
        layer_types(config, count, [&](Count i) { return i < first ? (i + 1) % prefix != 0 : (i - first + 1) % pattern != 0; });
    const std::vector<bool> is_sparse = sparse_at(config, count, first);
    for (std::size_t i = 0; i < types.size(); ++i) { // windowed layers are rotated, and dense ones where their pattern is 1
        LayerSpec layer = is_sparse[i] ? sparse : dense;
        layer.attention.sliding_window = types[i] == "sliding_attention" ? config.maybe_size("sliding_window") : std::nullopt;
        layer.attention.rotary_dim = layer.attention.sliding_window || (!is_sparse[i] && prefix == 1) ? heads.dim : 0;
        repeat(spec, layer, 1);
    }
    spec.rotary_dim = heads.dim;
    return spec;
}

DecoderSpec lfm2_moe_step(const Config &config, const Tree &tree)
{
    const Count hidden = config.size("hidden_size"), count = config.layers("num_hidden_layers");
    DecoderSpec spec = bare_decoder(config, "model", "embed_tokens", norm("embedding_norm", NormKind::rms, hidden));
    const Heads heads{config.size("num_attention_heads"), config.size("num_key_value_heads"),
                      hidden / config.size("num_attention_heads")};
    AttentionSpec attention = grouped_attention(hidden, heads, false, false, "out_proj");
    set_q_k_norms(attention, NormKind::rms, heads.dim, "q_layernorm", "k_layernorm");
    spec.positions = Positions::rotary;
    spec.rotary_dim = heads.dim;
    LayerSpec dense = empty_layer();
    dense.input_norm = norm("operator_norm", NormKind::rms, hidden);
    dense.post_attention_norm = norm("ffn_norm", NormKind::rms, hidden);
    dense.mlp =
        named_gated_mlp(hidden, config.size("intermediate_size"), "feed_forward.w1", "feed_forward.w3", "feed_forward.w2");
    LayerSpec sparse = dense;
    sparse.mlp =
        expert_mlp(hidden, config.size("num_experts"), config.size("num_experts_per_tok"), config.size("moe_intermediate_size"),
                   Activation::silu, "feed_forward.gate", "lfm2_moe", "feed_forward");
    sparse.mlp.moe.router_correction_bias = config.flag("use_expert_bias", true);
    sparse.mlp.moe.normalised = config.flag("norm_topk_prob", true);
    const MixerSpec sizes = short_convolution(config);
    const std::vector<std::string> types = given_layer_types(config, count);
    std::shared_ptr<const LayerExtension> extension;
    for (std::size_t i = 0; i < types.size(); ++i) {
        const bool conv = types[i] == "conv";
        if (conv && !extension) extension = mixer_extension(tree, "model.layers." + std::to_string(i), sizes);
        LayerSpec layer = static_cast<Count>(i) < config.amount_or("num_dense_layers", 0) ? dense : sparse;
        if (!conv) layer.attention = attention;
        layer.more = conv ? extension : nullptr;
        repeat(spec, layer, 1);
    }
    return spec;
}

DecoderSpec aria_text_step(const Config &config, const Tree &)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const bool bias = config.flag("attention_bias");
    const Count width = config.size("intermediate_size");
    LayerSpec layer = llama_layer(config, spec.hidden, bias, bias, false);
    layer.mlp = expert_mlp(spec.hidden, config.size("moe_num_experts"), config.size("moe_topk"), width, Activation::silu,
                           "mlp.router", "aria");
    layer.mlp.moe.transposed = true;
    add_shared_expert(layer.mlp, "mlp.shared_experts", spec.hidden, width * config.amount_or("moe_num_shared_experts", 2),
                      config.flag("mlp_bias"));
    repeat(spec, layer, config.layers("num_hidden_layers"));
    return spec;
}

DecoderSpec hy_v3_step(const Config &config, const Tree &)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const bool bias = config.flag("attention_bias"), mlp_bias = config.flag("mlp_bias");
    LayerSpec dense = llama_layer(config, spec.hidden, bias, bias, mlp_bias);
    set_q_k_norms(dense.attention, NormKind::rms, dense.attention.head_dim);
    LayerSpec sparse = dense;
    const Count width = config.size("moe_intermediate_size");
    sparse.mlp = expert_mlp(spec.hidden, config.size("num_experts"), config.size("num_experts_per_tok"), width,
                            activation_of(config, "hidden_act"), "mlp.gate",
                            config.flag("enable_moe_fp32_combine", true) ? "hy_v3_fp32" : "hy_v3");
    sparse.mlp.moe.router_correction_bias = true;
    add_shared_expert(sparse.mlp, "mlp.shared_experts", spec.hidden, width * config.amount_or("num_shared_experts", 1), mlp_bias);
    for (const bool is_sparse : sparse_at(config, config.layers("num_hidden_layers"), 1))
        repeat(spec, is_sparse ? sparse : dense, 1);
    return spec;
}

DecoderSpec kolibri1_step(const Config &config, const Tree &)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    LayerSpec layer;
    layer.attention = grouped_attention(spec.hidden, heads_of(config));
    layer.attention_dropout = config.number_or("attention_dropout", 0);
    const Count dim = layer.attention.head_dim;
    set_q_k_norms(layer.attention, NormKind::rms, dim);
    set_two_norms(layer, NormKind::rms, spec.hidden);
    layer.pre_mlp_norm = layer.post_attention_norm;
    layer.post_attention_norm = norm("post_self_attn_layernorm", NormKind::rms, spec.hidden);
    layer.post_mlp_norm = norm("post_mlp_layernorm", NormKind::rms, spec.hidden);
    layer.mlp = expert_mlp(spec.hidden, config.size("num_experts"), config.size("num_experts_per_tok"),
                           config.size("moe_intermediate_size"), activation_of(config, "hidden_act"), "mlp.gate", "kolibri1");
    layer.mlp.moe.router_correction_bias = true;
    layer.mlp.moe.normalised = config.flag("norm_topk_prob");
    add_shared_expert(layer.mlp, "mlp.shared_experts", spec.hidden, config.size("shared_expert_intermediate_size"));
    const std::optional<Count> window = config.maybe_size("sliding_window");
    for (const std::string &type :
         layer_types(config, config.layers("num_hidden_layers"), [](Count i) { return (i + 1) % 5 != 0; })) {
        const bool sliding = type == "sliding_attention"; // layers that see everything are not rotated
        layer.attention.sliding_window = sliding ? window : std::nullopt;
        layer.attention.rotary_dim = sliding || !window ? dim : 0;
        repeat(spec, layer, 1);
    }
    spec.rotary_dim = dim;
    return spec;
}

} // namespace plimsoll
