// SPDX-License-Identifier: GPL-3.0-or-later
// Mixtures of experts on ordinary attention: Mixtral, Qwen MoE, Phi-MoE, gpt-oss, GLM-4.5, MiniMax-M2, ERNIE 4.5, dots.
#include "core/families/families.h"
#include "core/families/pieces.h"

#include <algorithm>

namespace plimsoll {
namespace {

using enum LayerPart;

bool contains(const std::vector<Count> &list, Count value) { return std::ranges::find(list, value) != list.end(); }

/// Dense layers first, then sparse ones.
void add_dense_then_sparse(DecoderSpec &spec, const LayerSpec &dense, const LayerSpec &sparse, Count dense_count, Count count)
{
    repeat(spec, dense, std::min(dense_count, count));
    repeat(spec, sparse, count - std::min(dense_count, count));
}

/// DeepSeek V3's way to choose experts.
void set_sigmoid_router(const Config &config, MoeSpec &moe)
{
    moe.router_correction_bias = moe.group_limited = true;
    moe.normalised = config.flag("norm_topk_prob", true);
    moe.router_groups = std::max<Count>(config.amount_or("n_group", 1), 1);
    moe.router_top_groups = std::max<Count>(config.amount_or("topk_group", 1), 1);
}

} // namespace

void describe_mixtral(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    LayerSpec layer = llama_layer(config, spec.hidden, false, false, false);
    layer.attention.sliding_window = config.maybe_size("sliding_window");
    layer.mlp = expert_mlp(spec.hidden, config.size("num_local_experts"), config.size("num_experts_per_tok"),
                           config.size("intermediate_size"), activation_of(config, "hidden_act"), "mlp.gate", "mixtral");
    layer.mlp.moe.normalised = true;
    layer.mlp.moe.input_jitter = config.number_or("router_jitter_noise", 0);
    repeat(spec, layer, config.layers("num_hidden_layers"));
    finish_decoder(draft, std::move(spec));
}

DecoderSpec qwen2_moe_decoder(const Config &config)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    LayerSpec dense = llama_layer(config, spec.hidden, config.flag("qkv_bias", true), false, false), sparse = dense;
    const Count experts = config.amount_or("num_experts", 0);
    sparse.mlp = expert_mlp(spec.hidden, experts, config.size("num_experts_per_tok"), config.size("moe_intermediate_size"),
                            activation_of(config, "hidden_act"), "mlp.gate", "qwen2_moe");
    add_shared_expert(sparse.mlp, "mlp.shared_expert", spec.hidden, config.size("shared_expert_intermediate_size"));
    sparse.mlp.moe.shared_gate = true;
    sparse.mlp.gate = linear("mlp.shared_expert_gate", spec.hidden, 1);
    sparse.mlp.moe.normalised = config.flag("norm_topk_prob");
    const std::vector<Count> dense_layers = config.wholes("mlp_only_layers");
    const Count step = config.size_or("decoder_sparse_step", 1), count = config.layers("num_hidden_layers");
    const bool windows = config.flag("use_sliding_window");
    const Count first_full = config.amount_or("max_window_layers", 0);
    const auto types = layer_types(config, count, [&](Count i) { return windows && (i + 1) % 2 != 0 && i < first_full; });
    for (Count i = 0; i < count; ++i) {
        LayerSpec layer = !contains(dense_layers, i) && experts > 0 && (i + 1) % step == 0 ? sparse : dense;
        if (windows && types[static_cast<std::size_t>(i)] == "sliding_attention")
            layer.attention.sliding_window = config.maybe_size("sliding_window");
        repeat(spec, layer, 1);
    }
    return spec;
}

void describe_qwen2_moe(const Config &config, Draft &draft) { finish_decoder(draft, qwen2_moe_decoder(config)); }

DecoderSpec qwen3_moe_decoder(const Config &config)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const bool bias = config.flag("attention_bias");
    LayerSpec dense = llama_layer(config, spec.hidden, bias, bias, false);
    set_q_k_norms(dense.attention, NormKind::rms, dense.attention.head_dim);
    if (config.flag("use_sliding_window")) dense.attention.sliding_window = config.maybe_size("sliding_window");
    LayerSpec sparse = dense;
    const Count experts = config.amount_or("num_experts", 0);
    sparse.mlp = expert_mlp(spec.hidden, experts, config.size("num_experts_per_tok"), config.size("moe_intermediate_size"),
                            activation_of(config, "hidden_act"), "mlp.gate", "qwen3_moe");
    sparse.mlp.moe.normalised = config.flag("norm_topk_prob");
    const std::vector<Count> dense_layers = config.wholes("mlp_only_layers");
    const Count step = config.size_or("decoder_sparse_step", 1), count = config.layers("num_hidden_layers");
    for (Count i = 0; i < count; ++i)
        repeat(spec, !contains(dense_layers, i) && experts > 0 && (i + 1) % step == 0 ? sparse : dense, 1);
    return spec;
}

void describe_qwen3_moe(const Config &config, Draft &draft)
{
    finish_decoder(draft, qwen3_moe_decoder(config), {.router_first = false});
}

void describe_phimoe(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::layer_norm, true);
    spec.head.bias = config.flag("lm_head_bias");
    const bool bias = config.flag("attention_bias");
    LayerSpec layer = llama_layer(config, spec.hidden, bias, bias, false);
    layer.attention.sliding_window = config.maybe_size("sliding_window");
    layer.mlp = expert_mlp(spec.hidden, config.size("num_local_experts"), config.size("num_experts_per_tok"),
                           config.size("intermediate_size"), activation_of(config, "hidden_act"), "mlp.router", "phimoe");
    layer.mlp.moe.router_linear = true;
    layer.mlp.moe.input_jitter = config.number_or("input_jitter_noise", 0);
    set_two_norms(layer, NormKind::layer_norm, spec.hidden, true);
    repeat(spec, layer, config.layers("num_hidden_layers"));
    finish_decoder(draft, std::move(spec));
}

void describe_gpt_oss(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms_fp32_weight);
    const bool bias = config.flag("attention_bias", true);
    LayerSpec layer = llama_layer(config, spec.hidden, bias, bias, false, NormKind::rms_fp32_weight);
    layer.attention.sinks = true;
    layer.attention.rotary_form = RotaryForm::split_halves;
    layer.mlp = expert_mlp(spec.hidden, config.size("num_local_experts"), config.size("num_experts_per_tok"),
                           config.size("intermediate_size"), Activation::silu, "mlp.router", "gpt_oss");
    layer.mlp.moe.bias = layer.mlp.moe.router.bias = layer.mlp.moe.transposed = true;
    const auto types = layer_types(config, config.layers("num_hidden_layers"), [](Count i) { return (i + 1) % 2 != 0; });
    add_windowed_layers(spec, layer, types, config.maybe_size("sliding_window"));
    finish_decoder(draft, std::move(spec));
}

static DecoderSpec glm4_moe_with(const Config &config, bool q_k_norms)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    LayerSpec dense = llama_layer(config, spec.hidden, config.flag("attention_bias"), false, false);
    AttentionSpec &a = dense.attention;
    a.rotary_dim = static_cast<Count>(static_cast<double>(a.head_dim) * partial_rotary_factor(config, 0.5));
    if (q_k_norms) set_q_k_norms(a, NormKind::rms, a.head_dim);
    LayerSpec sparse = dense;
    const Count width = config.size("moe_intermediate_size");
    sparse.mlp = expert_mlp(spec.hidden, config.size("n_routed_experts"), config.size("num_experts_per_tok"), width,
                            activation_of(config, "hidden_act"), "mlp.gate", "glm4_moe");
    set_sigmoid_router(config, sparse.mlp.moe);
    add_shared_expert(sparse.mlp, "mlp.shared_experts", spec.hidden, width * config.amount_or("n_shared_experts", 1));
    add_dense_then_sparse(spec, dense, sparse, config.amount_or("first_k_dense_replace", 0), config.layers("num_hidden_layers"));
    return spec;
}

DecoderSpec glm4_moe_decoder(const Config &config) { return glm4_moe_with(config, config.flag("use_qk_norm")); }

/// Its queries and keys have no norms whatever use_qk_norm says.
void describe_glm4v_moe_text(const Config &config, Draft &draft)
{
    finish_decoder(draft, glm4_moe_with(config, false), {.router_first = false});
}

void describe_glm4_moe(const Config &config, Draft &draft)
{
    finish_decoder(draft, glm4_moe_decoder(config), {.router_first = false});
}

void describe_dots1(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const bool bias = config.flag("attention_bias");
    LayerSpec dense = llama_layer(config, spec.hidden, bias, bias, false);
    set_q_k_norms(dense.attention, NormKind::rms, dense.attention.head_dim);
    LayerSpec sparse = dense;
    const Count width = config.size("moe_intermediate_size");
    sparse.mlp = expert_mlp(spec.hidden, config.size("n_routed_experts"), config.size("num_experts_per_tok"), width,
                            activation_of(config, "hidden_act"), "mlp.gate", "deepseek_v3");
    set_sigmoid_router(config, sparse.mlp.moe);
    add_shared_expert(sparse.mlp, "mlp.shared_experts", spec.hidden, width * config.amount_or("n_shared_experts", 1));
    add_dense_then_sparse(spec, dense, sparse, config.amount_or("first_k_dense_replace", 0), config.layers("num_hidden_layers"));
    finish_decoder(draft, std::move(spec), {.router_first = false});
}

void describe_solar_open(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const bool bias = config.flag("attention_bias");
    LayerSpec layer;
    layer.attention = grouped_attention(spec.hidden, heads_of(config), bias, false);
    set_two_norms(layer, NormKind::rms, spec.hidden);
    layer.attention.rotary_dim =
        static_cast<Count>(static_cast<double>(layer.attention.head_dim) * partial_rotary_factor(config));
    const Count width = config.size("moe_intermediate_size");
    layer.mlp = expert_mlp(spec.hidden, config.size("n_routed_experts"), config.size("num_experts_per_tok"), width,
                           activation_of(config, "hidden_act"), "mlp.gate", "glm4_moe");
    set_sigmoid_router(config, layer.mlp.moe);
    add_shared_expert(layer.mlp, "mlp.shared_experts", spec.hidden, width * config.amount_or("n_shared_experts", 1));
    repeat(spec, layer, config.layers("num_hidden_layers"));
    finish_decoder(draft, std::move(spec), {.router_first = false});
}

void describe_minimax_m2(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    LayerSpec layer = llama_layer(config, spec.hidden, false, false, false);
    AttentionSpec &a = layer.attention;
    a.q_norm = norm("self_attn.q_norm", NormKind::rms, a.heads * a.head_dim);
    a.k_norm = norm("self_attn.k_norm", NormKind::rms, a.kv_heads * a.head_dim);
    a.norm_per_head = false;
    a.rotary_dim =
        config.size_or("rotary_dim", static_cast<Count>(static_cast<double>(a.head_dim) * partial_rotary_factor(config)));
    layer.mlp = expert_mlp(spec.hidden, config.size("num_local_experts"), config.size("num_experts_per_tok"),
                           config.size("intermediate_size"), activation_of(config, "hidden_act"), "mlp.gate", "minimax_m2");
    layer.mlp.moe.router_correction_bias = true;
    repeat(spec, layer, config.layers("num_hidden_layers"));
    finish_decoder(draft, std::move(spec), {.correction_on_block = true});
}

void describe_ernie4_5_moe(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const bool bias = config.flag("use_bias");
    spec.head.bias = bias;
    LayerSpec dense = llama_layer(config, spec.hidden, bias, bias, bias), sparse = dense;
    const Count experts = config.size("moe_num_experts"), width = config.size("moe_intermediate_size");
    sparse.mlp = expert_mlp(spec.hidden, experts, config.size("moe_k"), width, activation_of(config, "hidden_act"), "mlp.gate",
                            "ernie4_5_moe");
    add_shared_expert(sparse.mlp, "mlp.shared_experts", spec.hidden, width * config.amount_or("moe_num_shared_experts", 0), bias);
    const Count count = config.layers("num_hidden_layers"), interval = config.size_or("moe_layer_interval", 1);
    const Count first = config.amount_or("moe_layer_start_index", 1);
    const Count given_last = config.maybe_whole("moe_layer_end_index").value_or(-1),
                last = given_last == -1 ? count - 1 : given_last;
    for (Count i = 0; i < count; ++i) repeat(spec, (i + 1) % interval == 0 && i >= first && i <= last ? sparse : dense, 1);
    finish_decoder(draft, std::move(spec), {.after_router = [](Tree &tree, const MlpSpec &mlp) {
                       tree.own("e_score_correction_bias", {1, mlp.moe.experts}, "mlp.gate.moe_statics");
                   }});
}

} // namespace plimsoll
