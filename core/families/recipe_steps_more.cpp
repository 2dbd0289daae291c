// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of further decoders whose modules stand in recipes: Granite SWA, AFMoE, BitNet, GPT, CodeGen, XGLM, Phi-4 multimodal.
#include "core/families/recipe_steps.h"

#include "core/families/families.h"
#include "core/families/hybrids.h"
#include "core/families/mixers.h"
#include "core/families/pieces.h"
#include "core/ground/phrase.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace plimsoll {
namespace {

/// layer_rope_theta: one number a layer, 0 for layers that are not rotated.
std::vector<double> thetas_of(const Config &config, std::size_t count)
{
    std::vector<double> out(count, 1.0);
    const nlohmann::json &given = config.raw("layer_rope_theta");
    if (!given.is_array()) return out;
    for (std::size_t i = 0; i < std::min(count, given.size()); ++i) out[i] = given[i].is_number() ? given[i].get<double>() : 1.0;
    return out;
}

/// Windowed layers with a sink a head; `layer` has everything else.
void add_granite_swa_layers(const Config &config, DecoderSpec &spec, LayerSpec layer)
{
    layer.attention.sinks = true;
    layer.residual_multiplier = config.number_or("residual_multiplier", 1);
    spec.embedding_multiplier = config.number_or("embedding_multiplier", 1);
    spec.logits_multiplier = 1.0 / config.number_or("logits_scaling", 1);
    const auto types = layer_types(config, config.layers("num_hidden_layers"), [](Count i) { return i % 4 != 0; });
    std::vector<double> thetas = thetas_of(config, types.size());
    const Count dim = layer.attention.head_dim;
    for (std::size_t i = 0; i < types.size(); ++i) {
        layer.attention.sliding_window = types[i] == "sliding_attention" ? config.maybe_size("sliding_window") : std::nullopt;
        layer.attention.rotary_dim = thetas[i] == 0.0 ? 0 : dim;
        repeat(spec, layer, 1);
    }
    std::ranges::sort(thetas);
    thetas.erase(std::unique(thetas.begin(), thetas.end()), thetas.end());
    std::erase(thetas, 0.0);
    spec.rotary_tables = static_cast<int>(thetas.size());
    spec.rotary_dim = dim;
}

} // namespace

DecoderSpec granite_swa_step(const Config &config, const Tree &)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const bool bias = config.flag("attention_bias");
    add_granite_swa_layers(config, spec, llama_layer(config, spec.hidden, bias, bias, config.flag("mlp_bias")));
    return spec;
}

DecoderSpec granitemoe_swa_step(const Config &config, const Tree &)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    LayerSpec layer = granite_expert_layer(config, spec.hidden, config.amount_or("shared_intermediate_size", 0));
    add_granite_swa_layers(config, spec, std::move(layer));
    return spec;
}

DecoderSpec afmoe_step(const Config &config, const Tree &)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms_fp32_weight);
    if (config.flag("mup_enabled")) spec.embedding_multiplier = std::sqrt(static_cast<double>(spec.hidden));
    LayerSpec dense = llama_layer(config, spec.hidden, config.flag("attention_bias"), config.flag("attention_bias"), false,
                                  NormKind::rms_fp32_weight);
    const Count dim = dense.attention.head_dim, count = config.layers("num_hidden_layers");
    set_q_k_norms(dense.attention, NormKind::rms_fp32_weight, dim);
    dense.pre_mlp_norm = norm("pre_mlp_layernorm", NormKind::rms_fp32_weight, spec.hidden);
    dense.post_mlp_norm = norm("post_mlp_layernorm", NormKind::rms_fp32_weight, spec.hidden);
    auto extension = std::make_shared<LayerExtension>();
    extension->attention_gate = linear("self_attn.gate_proj", spec.hidden, dense.attention.heads * dim);
    dense.more = extension;
    LayerSpec sparse = dense;
    const Count width = config.size("moe_intermediate_size");
    sparse.mlp = expert_mlp(spec.hidden, config.size("num_experts"), config.size("num_experts_per_tok"), width,
                            activation_of(config, "hidden_act"), "mlp.router.gate", "afmoe");
    sparse.mlp.moe.router_linear = sparse.mlp.moe.router_correction_bias = true;
    add_shared_expert(sparse.mlp, "mlp.shared_experts", spec.hidden, width * config.amount_or("num_shared_experts", 0));
    const Count every = config.size_or("global_attn_every_n_layers", 4);
    const auto types = layer_types(config, count, [&](Count i) { return (i + 1) % every != 0; });
    for (std::size_t i = 0; i < types.size(); ++i) { // layers that see everything are not rotated
        LayerSpec layer = static_cast<Count>(i) < config.amount_or("num_dense_layers", 1) ? dense : sparse;
        const bool local = types[i] == "sliding_attention";
        layer.attention.sliding_window = local ? config.maybe_size("sliding_window") : std::nullopt;
        layer.attention.rotary_dim = local ? dim : 0;
        repeat(spec, layer, 1);
    }
    spec.rotary_dim = dim;
    return spec;
}

DecoderSpec bitnet_step(const Config &config, const Tree &)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const bool bias = config.flag("attention_bias");
    LayerSpec layer = llama_layer(config, spec.hidden, bias, bias, false);
    auto extension = std::make_shared<LayerExtension>();
    extension->attention_sub_norm = norm("self_attn.attn_sub_norm", NormKind::rms, spec.hidden);
    extension->mlp_sub_norm = norm("mlp.ffn_sub_norm", NormKind::rms, config.size("intermediate_size"));
    layer.more = std::move(extension);
    repeat(spec, layer, config.layers("num_hidden_layers"));
    return spec;
}

DecoderSpec codegen_step(const Config &config, const Tree &)
{
    const Count hidden = config.size("n_embd"), heads = config.size("n_head");
    DecoderSpec spec = bare_decoder(config, "transformer", "wte", norm("ln_f", NormKind::layer_norm, hidden, true));
    spec.layers_name = "h";
    spec.head.bias = true;
    spec.positions = Positions::rotary;
    spec.rotary_tables = 0;
    spec.embedding_dropout = config.number_or("embd_pdrop", 0);
    LayerSpec layer;
    layer.parallel = true;
    layer.input_norm = norm("ln_1", NormKind::layer_norm, hidden, true);
    AttentionSpec &a = layer.attention;
    a = grouped_attention(hidden, {heads, heads, hidden / heads}, false, false, "out_proj", "attn");
    a.q = a.k = a.v = LinearSpec();
    a.fused = linear("attn.qkv_proj", hidden, 3 * hidden);
    a.rotary_dim = config.size_or("rotary_dim", a.head_dim);
    a.buffers = {{"embed_positions", {config.size("n_positions"), a.rotary_dim}, Dtype::fp32, {}}};
    layer.mlp = plain_mlp("mlp.fc_in", "mlp.fc_out", hidden, config.size_or("n_inner", 4 * hidden),
                          activation_of(config, "activation_function"), true);
    layer.dropout = config.number_or("resid_pdrop", 0);
    layer.attention_dropout = config.number_or("attn_pdrop", 0);
    repeat(spec, layer, config.layers("n_layer"));
    return spec;
}

DecoderSpec openai_gpt_step(const Config &config, const Tree &)
{
    const Count hidden = config.size("n_embd"), heads = config.size("n_head"), rows = config.size("n_positions");
    DecoderSpec spec = bare_decoder(config, "transformer", "tokens_embed", NormSpec());
    spec.layers_name = "h";
    spec.positions = Positions::learned;
    spec.position_rows = rows;
    spec.positions_name = "positions_embed";
    spec.embedding_dropout = config.number_or("embd_pdrop", 0.1);
    LayerSpec layer;
    AttentionSpec &a = layer.attention;
    a = grouped_attention(hidden, {heads, heads, hidden / heads}, true, true, "c_proj", "attn");
    a.q = a.k = a.v = LinearSpec();
    a.rotary_dim = 0;
    a.fused = {"attn.c_attn", hidden, 3 * hidden, true, true};
    a.o = {"attn.c_proj", hidden, hidden, true, true};
    a.buffers = {{"bias", {1, 1, rows, rows}, Dtype::bf16, {}}};
    const std::string activation = config.text("afn", "gelu");
    layer.mlp = plain_mlp("mlp.c_fc", "mlp.c_proj", hidden, 4 * hidden,
                          activation == "gelu"   ? Activation::gelu_new
                          : activation == "relu" ? Activation::relu
                                                 : Activation::silu,
                          true);
    layer.mlp.up.conv1d = layer.mlp.down.conv1d = true;
    layer.input_norm = norm("ln_1", NormKind::layer_norm, hidden, true);
    layer.post_attention_norm = norm("ln_2", NormKind::layer_norm, hidden, true);
    layer.dropout = config.number_or("resid_pdrop", 0.1);
    layer.attention_dropout = config.number_or("attn_pdrop", 0.1);
    repeat(spec, layer, config.layers("n_layer"));
    return spec;
}

DecoderSpec xglm_step(const Config &config, const Tree &)
{
    const Count hidden = config.size("d_model"), heads = config.size("attention_heads");
    DecoderSpec spec = bare_decoder(config, "model", "embed_tokens", norm("layer_norm", NormKind::layer_norm, hidden, true));
    if (config.flag("add_cross_attention"))
        config.refuse("add_cross_attention", "true",
                      phrase(QT_TRANSLATE_NOOP("core", "%1: attention to an encoder's states is not described"), {"false"}));
    if (config.flag("scale_embedding", true)) spec.embedding_multiplier = std::sqrt(static_cast<double>(hidden));
    spec.positions = Positions::learned;
    spec.position_rows = config.size("max_position_embeddings") + 2;
    spec.positions_name = "embed_positions";
    spec.embedding_dropout = config.number_or("dropout", 0.1);
    LayerSpec layer;
    layer.attention = grouped_attention(hidden, {heads, heads, hidden / heads}, true, true, "out_proj");
    layer.attention.rotary_dim = 0;
    layer.mlp = plain_mlp("fc1", "fc2", hidden, config.size("ffn_dim"), activation_of(config, "activation_function"), true);
    layer.input_norm = norm("self_attn_layer_norm", NormKind::layer_norm, hidden, true);
    layer.post_attention_norm = norm("final_layer_norm", NormKind::layer_norm, hidden, true);
    layer.dropout = spec.embedding_dropout;
    layer.attention_dropout = config.number_or("attention_dropout", 0.1);
    repeat(spec, layer, config.layers("num_layers"));
    return spec;
}

DecoderSpec phi4_multimodal_step(const Config &config, const Tree &)
{
    DecoderSpec spec = phi3_decoder(config);
    auto around = std::make_shared<DecoderExtension>();
    around->idle_parts = {"embed_tokens_extend"}; // text reaches neither pictures' nor sounds' modules
    spec.inside_larger = true;
    spec.caches_in_training = config.flag("use_cache", true);
    spec.more = std::move(around);
    return spec;
}

DecoderSpec gpt_neox_japanese_step(const Config &config, const Tree &)
{
    DecoderSpec spec = decoder_base(config, NormKind::layer_norm, true);
    spec.prefix = "gpt_neox_japanese";
    spec.embedding_name = "embed_in";
    spec.final_norm.name = "final_layer_norm";
    spec.head.name = "embed_out";
    LayerSpec layer;
    AttentionSpec &a = layer.attention;
    a.name = "attention";
    a.heads = a.kv_heads = config.size("num_attention_heads");
    a.head_dim = a.v_head_dim = spec.hidden / a.heads;
    a.rotary_dim = static_cast<Count>(static_cast<double>(a.head_dim) * partial_rotary_factor(config, 1.0));
    a.fused = linear("attention.query_key_value", spec.hidden, 3 * spec.hidden);
    a.o = linear("attention.dense", spec.hidden, spec.hidden);
    layer.mlp = plain_mlp("mlp.dense_h_to_4h", "mlp.dense_4h_to_h", spec.hidden,
                          spec.hidden * config.size("intermediate_multiple_size"), activation_of(config, "hidden_act"), false);
    set_two_norms(layer, NormKind::layer_norm, spec.hidden, true);
    layer.dropout = config.number_or("hidden_dropout", 0);
    layer.attention_dropout = config.number_or("attention_dropout", 0.1);
    const Count layers = config.layers("num_hidden_layers");
    repeat(spec, layer, layers - 1);
    a.o.bias = true; // the last layer's dense_bias
    repeat(spec, layer, 1);
    return spec;
}

} // namespace plimsoll
