// SPDX-License-Identifier: GPL-3.0-or-later
// GLM-4 (2024 and 0414), and the language model of GLM-4.1V.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/describe/pieces.h"

namespace plimsoll::step {

namespace {

const DecoderClass glm({.turn = TurnForm::interleaved, .join = RotaryJoin::after});

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

using enum LayerPart;

/// GLM-4 9B in transformers' own class, and the 0414 releases with norms on the outputs too (`four_norms`).
DecoderSpec glm_base(const Config &config, const Heads &heads, bool four_norms, bool bias, double rotated = 0.5)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    LayerSpec layer = llama_layer(config, spec.hidden, bias, false, false);
    layer.attention = grouped_attention(spec.hidden, heads, bias, false);
    layer.attention.rotary.dim = scaled(heads_of(config).dim, partial_rotary_factor(config, rotated));
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

void describe_four_norms(const Config &config, Draft &draft, const Heads &heads, bool bias, double rotated)
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

} // namespace

std::span<const Family> glm_families()
{
    static constexpr Family rows[] = {
        {"glm", "glm", "GlmForCausalLM", describe_glm, run_as_one<step::glm>},
        {"glm4", "glm4", "Glm4ForCausalLM", describe_glm4, run_as_one<step::glm>},
        {"glm4v_text", "glm4v_text", "Glm4ForCausalLM", describe_glm4v_text},
    };
    return rows;
}

} // namespace plimsoll
