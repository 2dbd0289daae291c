// SPDX-License-Identifier: GPL-3.0-or-later
// Dense decoders that differ from LLaMA in biases, norms, positions or the MLP.
#include "core/families/families.h"
#include "core/families/pieces.h"

namespace plimsoll {
namespace {

using enum LayerPart;

Count scaled(Count dim, double factor) { return static_cast<Count>(static_cast<double>(dim) * factor); }

void finish_plain(const Config &config, Draft &draft, DecoderSpec spec, const LayerSpec &layer, const TreeOrder &order = {})
{
    repeat(spec, layer, config.layers("num_hidden_layers"));
    finish_decoder(draft, std::move(spec), order);
}

} // namespace

void describe_smollm3(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const bool bias = config.flag("attention_bias");
    LayerSpec layer = llama_layer(config, spec.hidden, bias, bias, config.flag("mlp_bias"));
    const Count count = config.layers("num_hidden_layers"), interval = config.size_or("no_rope_layer_interval", 4);
    const std::vector<Count> rotated = config.wholes("no_rope_layers");
    const std::optional<Count> window = config.flag("use_sliding_window") ? config.maybe_size("sliding_window") : std::nullopt;
    const Count dim = layer.attention.head_dim;
    const auto is_rotated = [&](Count i) {
        return rotated.empty() ? (i + 1) % interval != 0
                               : static_cast<std::size_t>(i) < rotated.size() && rotated[static_cast<std::size_t>(i)] != 0;
    };
    const auto types = layer_types(config, count, [&](Count i) { return window && !is_rotated(i); });
    for (Count i = 0; i < count; ++i) {
        layer.attention.rotary_dim = is_rotated(i) ? dim : 0;
        layer.attention.sliding_window = types[static_cast<std::size_t>(i)] == "sliding_attention" ? window : std::nullopt;
        repeat(spec, layer, 1);
    }
    spec.rotary_dim = dim;
    finish_decoder(draft, std::move(spec));
}

void describe_nemotron(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::layer_norm_1p, true);
    const Heads heads = heads_of(config);
    const bool bias = config.flag("attention_bias");
    LayerSpec layer;
    layer.attention = grouped_attention(spec.hidden, heads, bias, bias);
    layer.attention.rotary_dim = scaled(heads.dim, partial_rotary_factor(config, 0.5));
    layer.attention_dropout = config.number_or("attention_dropout", 0);
    layer.mlp = plain_mlp("mlp.up_proj", "mlp.down_proj", spec.hidden, config.size("intermediate_size"),
                          activation_of(config, "hidden_act"), config.flag("mlp_bias"));
    set_two_norms(layer, NormKind::layer_norm_1p, spec.hidden, true);
    finish_plain(config, draft, std::move(spec), layer);
}

/// GLM-4 9B in transformers' own class, and the 0414 releases with norms on the outputs too (`four_norms`).
static DecoderSpec glm_base(const Config &config, const Heads &heads, bool four_norms, bool bias, double rotated = 0.5)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    LayerSpec layer = llama_layer(config, spec.hidden, bias, false, false);
    layer.attention = grouped_attention(spec.hidden, heads, bias, false);
    layer.attention.rotary_dim = scaled(heads_of(config).dim, partial_rotary_factor(config, rotated));
    const Count width = config.size("intermediate_size");
    layer.mlp.kind = MlpKind::gated_fused;
    layer.mlp.gate = {};
    layer.mlp.up = linear("mlp.gate_up_proj", spec.hidden, 2 * width);
    if (four_norms) {
        layer.pre_mlp_norm = norm("post_attention_layernorm", NormKind::rms, spec.hidden);
        layer.post_attention_norm = norm("post_self_attn_layernorm", NormKind::rms, spec.hidden);
        layer.post_mlp_norm = norm("post_mlp_layernorm", NormKind::rms, spec.hidden);
    }
    repeat(spec, layer, config.layers("num_hidden_layers"));
    return spec;
}

void describe_glm(const Config &config, Draft &draft)
{
    finish_decoder(draft, glm_base(config, heads_of(config), false, config.flag("attention_bias")));
}

static void describe_four_norms(const Config &config, Draft &draft, const Heads &heads, bool bias, double rotated)
{
    finish_decoder(draft, glm_base(config, heads, true, bias, rotated),
                   {.layer = {attention, mlp, input_norm, pre_mlp_norm, post_attention_norm, post_mlp_norm}});
}
void describe_glm4(const Config &config, Draft &draft)
{
    describe_four_norms(config, draft, heads_of(config), config.flag("attention_bias"), 0.5);
}
/// Its queries, keys and values have a bias whatever attention_bias says.
void describe_glm4v_text(const Config &config, Draft &draft)
{
    describe_four_norms(config, draft, split_heads_of(config), true, 1.0);
}

void describe_exaone4(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    LayerSpec layer = llama_layer(config, spec.hidden, false, false, false);
    const Count dim = layer.attention.head_dim;
    set_q_k_norms(layer.attention, NormKind::rms, dim);
    layer.input_norm = {};
    layer.post_mlp_norm = norm("post_feedforward_layernorm", NormKind::rms, spec.hidden);
    layer.norm_after = true;
    const std::optional<Count> window = config.maybe_size("sliding_window");
    const Count pattern = window ? config.amount_or("sliding_window_pattern", 4) : 0;
    const auto types =
        layer_types(config, config.layers("num_hidden_layers"), [&](Count i) { return pattern > 0 && (i + 1) % pattern != 0; });
    for (const std::string &type : types) { // with windows, layers that see everything are not rotated
        layer.attention.sliding_window = type == "sliding_attention" ? window : std::nullopt;
        layer.attention.rotary_dim = !window || layer.attention.sliding_window ? dim : 0;
        repeat(spec, layer, 1);
    }
    spec.rotary_dim = dim;
    finish_decoder(draft, std::move(spec));
}

void describe_internlm3(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const bool qkv = config.flag("qkv_bias", config.flag("attention_bias")),
               bias = config.flag("bias", config.flag("attention_bias"));
    LayerSpec layer = llama_layer(config, spec.hidden, qkv, bias, config.flag("bias", config.flag("mlp_bias")));
    finish_plain(config, draft, std::move(spec), layer);
}

void describe_ernie4_5(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const bool bias = config.flag("use_bias");
    spec.head.bias = false;
    finish_plain(config, draft, std::move(spec), llama_layer(config, config.size("hidden_size"), bias, bias, bias));
}

void describe_hunyuan_dense(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const bool bias = config.flag("attention_bias");
    LayerSpec layer = llama_layer(config, spec.hidden, bias, bias, false);
    set_q_k_norms(layer.attention, NormKind::rms, layer.attention.head_dim, "query_layernorm", "key_layernorm");
    finish_plain(config, draft, std::move(spec), layer);
}

void describe_seed_oss(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    LayerSpec layer = llama_layer(config, spec.hidden, config.flag("attention_bias"), config.flag("attention_out_bias"),
                                  config.flag("mlp_bias"));
    layer.dropout = config.number_or("residual_dropout", 0);
    finish_plain(config, draft, std::move(spec), layer);
}

void describe_helium(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms_fp32_weight);
    LayerSpec layer = llama_layer(config, spec.hidden, config.flag("attention_bias"), false, config.flag("mlp_bias"),
                                  NormKind::rms_fp32_weight);
    layer.attention.o = linear("self_attn.o_proj", spec.hidden, spec.hidden);
    finish_plain(config, draft, std::move(spec), layer);
}

void describe_apertus(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const bool bias = config.flag("attention_bias");
    LayerSpec layer;
    layer.attention = grouped_attention(spec.hidden, heads_of(config), bias, bias);
    set_q_k_norms(layer.attention, NormKind::rms, layer.attention.head_dim);
    layer.mlp = plain_mlp("mlp.up_proj", "mlp.down_proj", spec.hidden, config.size("intermediate_size"), Activation::silu, false);
    layer.input_norm = norm("attention_layernorm", NormKind::rms, spec.hidden);
    layer.post_attention_norm = norm("feedforward_layernorm", NormKind::rms, spec.hidden);
    const bool xielu = config.text("hidden_act", "xielu") == "xielu";
    finish_plain(config, draft, std::move(spec), layer, {.after_mlp = [xielu](Tree &tree, const LayerSpec &) {
                     if (!xielu) return;
                     tree.own("alpha_p", {1}, "mlp.act_fn");
                     tree.own("alpha_n", {1}, "mlp.act_fn");
                     tree.buffer("beta", {}, Dtype::fp32, "mlp.act_fn");
                     tree.buffer("eps", {}, Dtype::fp32, "mlp.act_fn");
                 }});
}

void describe_arcee(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const bool bias = config.flag("attention_bias");
    LayerSpec layer = llama_layer(config, spec.hidden, bias, bias, false);
    layer.mlp = plain_mlp("mlp.up_proj", "mlp.down_proj", spec.hidden, config.size("intermediate_size"),
                          activation_of(config, "hidden_act"), config.flag("mlp_bias"));
    finish_plain(config, draft, std::move(spec), layer);
}

void describe_cwm(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const LayerSpec layer = llama_layer(config, spec.hidden, false, false, config.flag("mlp_bias"));
    const auto types = layer_types(config, config.layers("num_hidden_layers"), [](Count i) { return i % 4 != 0; });
    add_windowed_layers(spec, layer, types, config.maybe_size("sliding_window"));
    finish_decoder(draft, std::move(spec));
}

void describe_ministral(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const LayerSpec layer = llama_layer(config, spec.hidden, false, false, false);
    const std::optional<Count> window = config.maybe_size("sliding_window");
    const auto types = layer_types(config, config.layers("num_hidden_layers"), [&](Count) { return window.has_value(); });
    add_windowed_layers(spec, layer, types, window);
    finish_decoder(draft, std::move(spec));
}

void describe_persimmon(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::layer_norm, true);
    spec.final_norm.name = "final_layernorm";
    LayerSpec layer;
    AttentionSpec &a = layer.attention;
    a.heads = a.kv_heads = config.size("num_attention_heads");
    a.head_dim = a.v_head_dim = spec.hidden / a.heads;
    a.rotary_dim = scaled(a.head_dim, partial_rotary_factor(config, 0.5));
    a.fused = linear("self_attn.query_key_value", spec.hidden, 3 * spec.hidden, true);
    a.o = linear("self_attn.dense", spec.hidden, spec.hidden, true);
    if (config.flag("qk_layernorm", true)) {
        a.q_norm = norm("self_attn.q_layernorm", NormKind::layer_norm, a.head_dim, true);
        a.k_norm = norm("self_attn.k_layernorm", NormKind::layer_norm, a.head_dim, true);
    }
    layer.mlp = plain_mlp("mlp.dense_h_to_4h", "mlp.dense_4h_to_h", spec.hidden, config.size("intermediate_size"),
                          activation_of(config, "hidden_act"), true);
    set_two_norms(layer, NormKind::layer_norm, spec.hidden, true);
    layer.dropout = config.number_or("hidden_dropout", 0);
    layer.attention_dropout = config.number_or("attention_dropout", 0);
    finish_plain(config, draft, std::move(spec), layer);
}

} // namespace plimsoll
