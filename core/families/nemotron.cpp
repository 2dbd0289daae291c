// SPDX-License-Identifier: GPL-3.0-or-later
// Nemotron and Minitron: Llama with a plain MLP of relu², norms of (1 + weight).
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/describe/pieces.h"

namespace plimsoll::step {

namespace {

const DecoderClass nemotron_class({.join = RotaryJoin::last});

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

void describe_nemotron(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::layer_norm_1p, true);
    const Heads heads = heads_of(config);
    const bool bias = config.flag("attention_bias");
    LayerSpec layer;
    layer.attention = grouped_attention(spec.hidden, heads, bias, bias);
    layer.attention.rotary.dim = scaled(heads.dim, partial_rotary_factor(config, 0.5));
    layer.attention_dropout = config.number_or("attention_dropout", 0);
    layer.mlp = plain_mlp("mlp.up_proj", "mlp.down_proj", spec.hidden, config.size("intermediate_size"),
                          activation_of(config, "hidden_act"), config.flag("mlp_bias"));
    set_two_norms(layer, NormKind::layer_norm_1p, spec.hidden, true);
    finish_plain(config, draft, std::move(spec), layer);
}

} // namespace

std::span<const Family> nemotron_families()
{
    static constexpr Family rows[] = {
        {"nemotron", "nemotron", "NemotronForCausalLM", describe_nemotron, run_as_one<step::nemotron_class>},
    };
    return rows;
}

} // namespace plimsoll
