// SPDX-License-Identifier: GPL-3.0-or-later
// Persimmon.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/describe/pieces.h"

namespace plimsoll::step {

namespace {

const DecoderClass persimmon({.join = RotaryJoin::held});

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

void describe_persimmon(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::layer_norm, true);
    spec.final_norm.name = "final_layernorm";
    LayerSpec layer;
    AttentionSpec &a = layer.attention;
    a.heads = a.kv_heads = config.size("num_attention_heads");
    a.head_dim = a.v_head_dim = spec.hidden / a.heads;
    a.rotary.dim = scaled(a.head_dim, partial_rotary_factor(config, 0.5));
    a.fused = linear("self_attn.query_key_value", spec.hidden, 3 * spec.hidden, true);
    a.o = linear("self_attn.dense", spec.hidden, spec.hidden, true);
    if (config.flag("qk_layernorm", true)) {
        a.norms.q = norm("self_attn.q_layernorm", NormKind::layer_norm, a.head_dim, true);
        a.norms.k = norm("self_attn.k_layernorm", NormKind::layer_norm, a.head_dim, true);
    }
    layer.mlp = plain_mlp("mlp.dense_h_to_4h", "mlp.dense_4h_to_h", spec.hidden, config.size("intermediate_size"),
                          activation_of(config, "hidden_act"), true);
    set_two_norms(layer, NormKind::layer_norm, spec.hidden, true);
    layer.dropout = config.number_or("hidden_dropout", 0);
    layer.attention_dropout = config.number_or("attention_dropout", 0);
    finish_plain(config, draft, std::move(spec), layer);
}

} // namespace

std::span<const Family> persimmon_families()
{
    static constexpr Family rows[] = {
        {"persimmon", "persimmon", "PersimmonForCausalLM", describe_persimmon, run_as_one<step::persimmon>},
    };
    return rows;
}

} // namespace plimsoll
