// SPDX-License-Identifier: GPL-3.0-or-later
// modeling_bert.py, modeling_roberta.py, modeling_distilbert.py, modeling_vit.py, modeling_clip.py of transformers 5.23.
#include "core/phrase.h"
#include "core/step/sequence.h"

#include <algorithm>
#include <string>

namespace plimsoll::step {

Tensor SequenceModel::bert(Machine &m, const ForwardInputs &inputs)
{
    const bool distil = m_spec.family == "distilbert";
    const std::string table = m_spec.base + "embeddings.";
    const Shape tokens{inputs.batch, inputs.length};
    Tensor hidden;
    { // names that live until the embeddings' forward returns
        const Tensor words = looked_up(m, inputs, table + "word_embeddings.weight");
        Tensor types;
        hidden = words;
        if (has(table + "token_type_embeddings.weight")) {
            types = embedding(m, tokens, leaf(table + "token_type_embeddings.weight"));
            hidden = add(m, words, types);
        }
        // RoBERTa counts positions from the tokens that are no padding, row by row
        const Count rows = m_spec.positions_by_row ? inputs.batch : 1;
        const Tensor positions = embedding(m, {rows, inputs.length}, leaf(table + "position_embeddings.weight"));
        Tensor sum = add(m, hidden, positions);
        hidden = std::move(sum);
        Tensor next = normed(m, table + "LayerNorm", hidden);
        hidden = std::move(next);
        next = dropout(m, hidden, rate(m_spec.dropout, inputs));
        hidden = std::move(next);
    }
    m.mark(QT_TRANSLATE_NOOP("core", "after embedding"));
    const auto layer = [this, &m, inputs, distil](Tensor input, Count i) {
        const std::string p = m_spec.base + (distil ? "transformer.layer." : "encoder.layer.") + std::to_string(i) + ".";
        const Reading own = distil ? Reading{p + "attention.", "q_lin", "k_lin", "v_lin", "out_lin", false, {}}
                                   : Reading{p + "attention.", "self.query", "self.key", "self.value", "output.dense",
                                             m_spec.causal,    {},           false,      true};
        Tensor x = attend(m, own, input, input, inputs);
        if (!distil) x = dropout(m, std::move(x), rate(m_spec.dropout, inputs));
        x = add(m, std::move(x), input);
        x = normed(m, p + (distil ? "sa_layer_norm" : "attention.output.LayerNorm"), std::move(x));
        Tensor y = up_and_down(m, p + (distil ? "ffn.lin1" : "intermediate.dense"), p + (distil ? "ffn.lin2" : "output.dense"), x,
                               inputs);
        y = dropout(m, std::move(y), rate(m_spec.dropout, inputs));
        y = add(m, std::move(y), x);
        return normed(m, p + (distil ? "output_layer_norm" : "output.LayerNorm"), std::move(y));
    };
    hidden = run_layers(m, std::move(hidden), m_spec.layers, inputs, layer);
    m.mark(QT_TRANSLATE_NOOP("core", "after the layers"));
    capture(m, inputs, hidden);
    return hidden;
}

Tensor SequenceModel::pre_normed_layer(Machine &m, const Tensor &input, const std::string &p, const ForwardInputs &inputs,
                                       bool clip, bool causal)
{
    const Reading own = clip ? Reading{p + "self_attn.", "q_proj", "k_proj", "v_proj", "out_proj", causal, {}}
                             : Reading{p + "attention.", "q_proj", "k_proj", "v_proj", "o_proj", false, {}};
    Tensor x = normed(m, p + (clip ? "layer_norm1" : "layernorm_before"), input);
    x = attend(m, own, x, x, inputs);
    x = dropout(m, std::move(x), rate(m_spec.dropout, inputs));
    const Tensor residual = add(m, std::move(x), input);
    Tensor y = normed(m, p + (clip ? "layer_norm2" : "layernorm_after"), residual);
    y = up_and_down(m, p + "mlp.fc1", p + "mlp.fc2", y, inputs);
    y = dropout(m, std::move(y), rate(m_spec.dropout, inputs));
    return add(m, std::move(y), residual);
}

Tensor SequenceModel::vision(Machine &m, const SequenceSpec &spec, const ForwardInputs &inputs)
{
    const bool clip = spec.family == "clip";
    const std::string table = spec.base + "embeddings.";
    const Shape patches{inputs.batch, spec.fixed_length - 1, spec.hidden}, all{inputs.batch, spec.fixed_length, spec.hidden};
    const Tensor pixels = m.empty({inputs.batch, spec.input_elements}, Dtype::fp32, "pixel_values");
    Leaf &kernel = leaf(table + (clip ? "patch_embedding.weight" : "patch_embeddings.projection.weight"));
    Tensor cast = to(m, pixels, m.autocast ? *m.autocast : kernel.value.dtype());
    Tensor hidden =
        matmul_weight(m, cast.view({inputs.batch * patches.size[1], spec.input_elements / std::max<Count>(1, patches.size[1])}),
                      kernel.value, spec.hidden);
    Leaf &token = leaf(table + (clip ? "class_embedding" : "cls_token"));
    hidden = concatenate(m, token.value, hidden.view(patches), all);
    hidden = add(m, std::move(hidden), leaf(table + (clip ? "position_embedding.weight" : "position_embeddings")).value);
    hidden = dropout(m, std::move(hidden), rate(spec.dropout, inputs));
    if (clip) hidden = normed(m, spec.base + "pre_layrnorm", std::move(hidden));
    const auto layer = [this, &m, &spec, inputs, clip](Tensor input, Count i) {
        const std::string p = spec.base + (clip ? "encoder.layers." : "layers.") + std::to_string(i) + ".";
        return pre_normed_layer(m, input, p, inputs, clip, false);
    };
    hidden = run_layers(m, std::move(hidden), spec.layers, inputs, layer);
    hidden = normed(m, spec.base + (clip ? "post_layernorm" : "layernorm"), std::move(hidden));
    capture(m, inputs, hidden);
    return hidden;
}

Tensor SequenceModel::clip_text(Machine &m, const ForwardInputs &asked)
{
    Tensor pictures;
    if (m_spec.other) pictures = vision(m, *m_spec.other, asked);
    if (m_spec.layers == 0) return pictures;
    ForwardInputs inputs = asked;
    if (m_spec.fixed_length > 0) inputs.length = std::min(inputs.length, m_spec.fixed_length);
    const std::string table = m_spec.base + "embeddings.";
    Tensor hidden = embedding(m, {inputs.batch, inputs.length}, leaf(table + "token_embedding.weight"));
    hidden = add(m, std::move(hidden), embedding(m, {1, inputs.length}, leaf(table + "position_embedding.weight")));
    const auto layer = [this, &m, inputs](Tensor input, Count i) {
        return pre_normed_layer(m, input, m_spec.base + "encoder.layers." + std::to_string(i) + ".", inputs, true, true);
    };
    hidden = run_layers(m, std::move(hidden), m_spec.layers, inputs, layer);
    hidden = normed(m, m_spec.base + "final_layer_norm", std::move(hidden));
    capture(m, inputs, hidden);
    if (!m_spec.other || m_spec.output.empty()) return hidden;
    // both towers' first positions, projected; the scores of all pairs are smaller still
    Tensor text = narrow(m, std::move(hidden), {inputs.batch, m_spec.hidden});
    text = linear_of(m_spec.transform).forward(m, std::move(text));
    Tensor picture = narrow(m, std::move(pictures), {inputs.batch, m_spec.other->hidden});
    picture = linear_of(m_spec.output).forward(m, std::move(picture));
    return add(m, std::move(text), std::move(picture));
}

} // namespace plimsoll::step
