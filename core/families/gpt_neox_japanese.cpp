// SPDX-License-Identifier: GPL-3.0-or-later
// GPT-NeoX Japanese.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/describe/pieces.h"
#include "core/families/describe/recipe_modules.h"

// GPT-NeoX Japanese (transformers 5.23, models/gpt_neox_japanese/modeling_gpt_neox_japanese.py).

namespace plimsoll::step {

namespace {

/// GPTNeoXJapaneseAttention._attn: baddbmm into zeros, softmax without a dtype of its own.
Tensor attn(Machine &m, const AttentionCall &c, const Tensor &q, const Tensor &k, const Tensor &v, const Pass &pass)
{
    const Tensor zeros =
        m.empty({c.batch, c.heads, c.queries, c.keys}, q.dtype(), "zeros"); // what baddbmm adds to, named until the end
    Tensor scores;
    { // backward multiplies both gradients with alpha; autocast casts the last argument first
        Tensor right = copied_back(m, k), left = copied_back(m, q), added = zeros;
        if (m.autocast)
            for (Tensor *argument : {&right, &left, &added}) *argument = to(m, *argument, *m.autocast);
        scores = bmm(m, std::move(left), std::move(right), {c.batch, c.heads, c.queries, c.keys});
    }
    if (pass.mask.tensor.defined()) scores = add(m, scores, pass.mask.tensor);
    Tensor weights = softmax(m, m.autocast ? to(m, scores, Dtype::fp32) : scores, m.autocast ? Dtype::fp32 : scores.dtype());
    weights = dropout(m, std::move(weights), c.dropout);
    weights = to(m, weights, v.dtype());
    Tensor out = matmul_heads(m, {weights}, {v, c.strided_values}, {c.batch, c.heads, c.queries, c.v_head_dim});
    pass.return_beside(weights);
    return_weights(m, c, weights);
    return out;
}

class GptNeoXJapanese final : public DecoderClass {
public:
    GptNeoXJapanese() : DecoderClass({.join = RotaryJoin::after}) {}
    bool attends_by_library() const override { return false; }

    Tensor layer(Machine &m, Layer &layer, const Tensor &input, const Pass &pass) const override
    {
        const double rate = pass.dropout_of(layer);
        Tensor hidden = layer.input_norm.forward(m, input);
        const Tensor normed = hidden; // ln_out
        Tensor mixed = attention_block(m, layer, hidden, pass);
        hidden = dropout(m, std::move(mixed), rate);
        hidden = add(m, input, std::move(hidden));
        const Tensor residual = hidden;
        hidden = layer.post_attention_norm.forward(m, hidden);
        Tensor fed = dropout(m, mlp_block(m, layer, hidden, pass), rate);
        hidden = std::move(fed);
        return add(m, residual, std::move(hidden));
    }

    Tensor core(Machine &m, Layer &layer, AttentionNames &n, const Pass &pass, Dtype input) const override
    {
        if (is_flash(pass.inputs.backend)) return DecoderClass::core(m, layer, n, pass, input);
        const AttentionCall c = call_of(layer.spec->attention, pass, n.keys, pass.attention_dropout_of(layer));
        return merge_heads(m, attn(m, c, n.p.q, n.p.k, n.p.v, pass), c);
    }
};

const GptNeoXJapanese gpt_neox_japanese;

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

DecoderSpec gpt_neox_japanese_step(const Config &config, const RecipeModules &modules)
{
    constexpr NormKind kind = NormKind::layer_norm;
    DecoderSpec spec = decoder_base(
        config, modules, kind,
        {.prefix = "gpt_neox_japanese", .embedding = "embed_in", .final_norm = "final_layer_norm", .head = "embed_out"});
    const Count heads = config.size("num_attention_heads"), dim = spec.hidden / heads;
    for (const RecipeModules &at : modules.each("gpt_neox_japanese.layers")) {
        LayerSpec layer;
        AttentionSpec &a = layer.attention;
        a = fused_attention(at, {heads, heads, dim}, "attention", "attention.query_key_value", "attention.dense");
        a.rotary.dim = static_cast<Count>(static_cast<double>(dim) * partial_rotary_factor(config, 1.0));
        a.o.bias = at.has("attention", "dense_bias"); // the last layer's
        layer.mlp = plain_mlp(at, "mlp.dense_h_to_4h", "mlp.dense_4h_to_h", activation_of(config, "hidden_act"));
        set_two_norms(layer, at, kind);
        layer.dropout = config.number_or("hidden_dropout", 0);
        layer.attention_dropout = config.number_or("attention_dropout", 0.1);
        repeat(spec, layer, 1);
    }
    return spec;
}

} // namespace

std::span<const Family> gpt_neox_japanese_families()
{
    static constexpr Family rows[] = {
        recipe_with_step("gpt_neox_japanese", gpt_neox_japanese_step, run_as_one<step::gpt_neox_japanese>),
    };
    return rows;
}

} // namespace plimsoll
