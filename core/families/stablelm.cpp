// SPDX-License-Identifier: GPL-3.0-or-later
// StableLM.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/describe/pieces.h"
#include "core/ground/phrase.h"

namespace plimsoll::step {

namespace {

class StableLm : public DecoderClass {
public:
    StableLm() : DecoderClass({.join = RotaryJoin::held, .norms = HeadNorms::last, .views_last = true}) {}
    const DecoderClass &rebuilt() const override;
    Tensor layer(Machine &m, Layer &layer, const Tensor &input, const Pass &pass) const override
    {
        const double rate = pass.dropout_of(layer);
        if (layer.spec->parallel) return parallel_layer(m, layer, input, pass, rate, true);
        Tensor hidden = layer.input_norm.forward(m, input);
        const Tensor normed = hidden; // the first norm's result keeps its name, and so does the attention's
        Tensor mixed = attention_block(m, layer, hidden, pass);
        hidden = dropout(m, std::move(mixed), rate);
        const Tensor attended = hidden;
        hidden = add(m, input, std::move(hidden));
        const Tensor residual = hidden;
        hidden = layer.post_attention_norm.forward(m, hidden);
        Tensor fed = dropout(m, mlp_block(m, layer, hidden, pass), rate);
        hidden = std::move(fed);
        return add(m, residual, std::move(hidden));
    }
};

/// What LitGPT builds of the same modules: a block that names what it makes.
class RebuiltStableLm final : public StableLm {
public:
    Tensor layer(Machine &m, Layer &layer, const Tensor &input, const Pass &pass) const override
    {
        return layer.spec->parallel ? parallel_layer(m, layer, input, pass, 0.0, true) : named_layer(m, layer, input, pass);
    }
};

const StableLm stablelm;
const RebuiltStableLm rebuilt_stablelm;

const DecoderClass &StableLm::rebuilt() const { return rebuilt_stablelm; }

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

void describe_stablelm(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::layer_norm, true);
    // the attention splits the width whatever head_dim says; the rotary tables follow the key
    Heads heads = heads_of(config);
    const Count named_dim = heads.dim;
    heads.dim = spec.hidden / heads.query;
    if (heads.dim * heads.query != spec.hidden)
        config.refuse("num_attention_heads", std::to_string(heads.query),
                      phrase(QT_TRANSLATE_NOOP("core", "a divisor of %1"), {"hidden_size"}));
    const double rotated = partial_rotary_factor(config, 0.25);
    LayerSpec layer;
    layer.attention = grouped_attention(spec.hidden, heads, config.flag("use_qkv_bias"), false);
    layer.attention.rotary.dim = static_cast<Count>(static_cast<double>(heads.dim) * rotated);
    if (config.flag("qk_layernorm")) {
        layer.attention.norms.in_list = true;
        layer.attention.norms.q = norm("self_attn.q_layernorm", NormKind::layer_norm, heads.dim);
        layer.attention.norms.k = norm("self_attn.k_layernorm", NormKind::layer_norm, heads.dim);
    }
    layer.mlp = gated_mlp(spec.hidden, config.size("intermediate_size"), activation_of(config, "hidden_act"));
    layer.parallel = config.flag("use_parallel_residual");
    set_two_norms(layer, NormKind::layer_norm, spec.hidden, true);
    if (layer.parallel) layer.post_attention_norm = {};
    layer.dropout = config.number_or("hidden_dropout", 0);
    layer.attention_dropout = config.number_or("attention_dropout", 0);
    repeat(spec, layer, config.layers("num_hidden_layers"));
    finish_decoder(draft, std::move(spec), {.rotary_dim = static_cast<Count>(static_cast<double>(named_dim) * rotated)});
}

} // namespace

std::span<const Family> stablelm_families()
{
    static constexpr Family rows[] = {
        {"stablelm", "stablelm", "StableLmForCausalLM", describe_stablelm, run_as_one<step::stablelm>},
        {"stablelm_epoch", "stablelm", "StableLMEpochForCausalLM", describe_stablelm},
    };
    return rows;
}

} // namespace plimsoll
