// SPDX-License-Identifier: GPL-3.0-or-later
// Falcon.
#include "core/families/pieces.h"

namespace plimsoll {

namespace {

using enum LayerPart;

void describe_falcon(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::layer_norm, true);
    spec.prefix = "transformer";
    spec.layers_name = "h";
    spec.embedding_name = "word_embeddings";
    spec.final_norm.name = "ln_f";
    const bool alibi = config.flag("alibi"), bias = config.flag("bias");
    // the first 40B says RefinedWeb and n_head_kv, without the flag
    const bool new_architecture = config.flag("new_decoder_architecture", config.text("model_type") == "RefinedWeb");
    Heads heads{config.size("num_attention_heads"), 0, 0};
    heads.dim = spec.hidden / heads.query;
    if (new_architecture)
        heads.key_value = config.size_or("num_kv_heads", config.size_or("n_head_kv", heads.query));
    else
        heads.key_value = config.flag("multi_query", true) ? 1 : heads.query;
    LayerSpec layer;
    const Count fused = new_architecture ? (2 * heads.key_value + heads.query) * heads.dim
                        : heads.key_value == 1 && config.flag("multi_query", true) ? spec.hidden + 2 * heads.dim
                                                                                   : 3 * spec.hidden;
    layer.attention = fused_attention("self_attention", "query_key_value", "dense", spec.hidden, heads, fused, bias);
    layer.attention.rotary_dim = alibi ? 0 : heads.dim;
    layer.mlp = plain_mlp("mlp.dense_h_to_4h", "mlp.dense_4h_to_h", spec.hidden,
                          config.size_or("ffn_hidden_size", 4 * spec.hidden), activation_of(config, "activation"), bias);
    layer.parallel = config.flag("parallel_attn", true);
    const bool two_norms = config.amount_or("num_ln_in_parallel_attn", new_architecture ? 2 : 1) == 2;
    if (!layer.parallel)
        set_two_norms(layer, NormKind::layer_norm, spec.hidden, true);
    else
        layer.input_norm = norm(two_norms ? "ln_attn" : "input_layernorm", NormKind::layer_norm, spec.hidden, true);
    if (layer.parallel && two_norms) layer.pre_mlp_norm = norm("ln_mlp", NormKind::layer_norm, spec.hidden, true);
    layer.dropout = config.number_or("hidden_dropout", 0);
    layer.attention_dropout = config.number_or("attention_dropout", 0);
    repeat(spec, layer, config.layers("num_hidden_layers"));
    spec.positions = alibi ? Positions::alibi : Positions::rotary;
    finish_decoder(draft, std::move(spec),
                   {.layer = {attention, mlp, post_attention_norm, input_norm, pre_mlp_norm}, .rotary_dim = heads.dim});
}

} // namespace

std::span<const Family> falcon_families()
{
    static constexpr Family rows[] = {
        {"RefinedWeb", "falcon", "FalconForCausalLM", describe_falcon},
        {"RefinedWebModel", "falcon", "FalconForCausalLM", describe_falcon},
        {"falcon", "falcon", "FalconForCausalLM", describe_falcon},
    };
    return rows;
}

} // namespace plimsoll
