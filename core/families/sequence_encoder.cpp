// SPDX-License-Identifier: GPL-3.0-or-later
// modeling_bert.py, modeling_roberta.py, modeling_distilbert.py, modeling_vit.py, modeling_clip.py of transformers 5.23.
#include "core/families/decoder.h"
#include "core/families/sequence.h"
#include "core/nn/key_cache.h"
#include "core/ground/phrase.h"

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
    // in the dtype of what the first layer reads, which autocast leaves in float32 behind the norm
    const AttentionMask mask =
        mask_of(m, inputs, inputs.length, key_length(inputs, std::nullopt), m_spec.causal, distil ? m_weights : hidden.dtype());
    const Tensor embedded = hidden; // embedding_output
    const auto layer = [this, &m, inputs, mask, distil](Tensor input, Count i) {
        const std::string p = m_spec.base + (distil ? "transformer.layer." : "encoder.layer.") + std::to_string(i) + ".";
        return distil ? distilbert_layer(m, p, input, mask, inputs) : bert_layer(m, p, i, input, mask, inputs);
    };
    hidden = run_layers(m, std::move(hidden), m_spec.layers, inputs, layer);
    m.mark(QT_TRANSLATE_NOOP("core", "after the layers"));
    capture(m, inputs, hidden);
    return hidden;
}

Tensor SequenceModel::bert_layer(Machine &m, const std::string &p, Count index, const Tensor &input, const AttentionMask &mask,
                                 const ForwardInputs &inputs)
{
    const double dropped = rate(m_spec.dropout, inputs);
    Tensor weights; // `self_attention_output, _ = self.attention(…)`: till the layer's forward returns
    Tensor x;
    {
        Reading own{p + "attention.", "self.query", "self.key", "self.value", "output.dense",
                    m_spec.causal,    {},           false,      true,         &mask};
        own.weights = &weights;
        own.layer = index;
        // BertAttention.forward names what BertSelfAttention returned while BertSelfOutput reads it
        const Tensor read = attended(m, own, heads_of(m, own, input, input, inputs), inputs);
        const Tensor y = dropout(m, linear_of(own.prefix + own.o).forward(m, read), dropped);
        x = normed(m, p + "attention.output.LayerNorm", add(m, y, input));
    }
    // feed_forward_chunk: intermediate_output; BertOutput.forward: hidden_states
    const Tensor middle = activate(m, linear_of(p + "intermediate.dense").forward(m, x), m_spec.activation);
    const Tensor y = dropout(m, linear_of(p + "output.dense").forward(m, middle), dropped);
    return normed(m, p + "output.LayerNorm", add(m, y, x));
}

Tensor SequenceModel::distilbert_layer(Machine &m, const std::string &p, const Tensor &input, const AttentionMask &mask,
                                       const ForwardInputs &inputs)
{
    Tensor weights; // `attention_output, _ = self.attention(…)`
    Reading own{p + "attention.", "q_lin", "k_lin", "v_lin", "out_lin", false, {}, false, false, &mask};
    own.weights = &weights;
    Tensor x = attend(m, own, input, input, inputs);
    x = normed(m, p + "sa_layer_norm", add(m, x, input));
    Tensor y = up_and_down(m, p + "ffn.lin1", p + "ffn.lin2", x, inputs);
    y = dropout(m, std::move(y), rate(m_spec.dropout, inputs));
    return normed(m, p + "output_layer_norm", add(m, y, x));
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
