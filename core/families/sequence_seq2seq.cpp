// SPDX-License-Identifier: GPL-3.0-or-later
// modeling_t5.py, modeling_bart.py, modeling_whisper.py of transformers 5.23.
#include "core/families/decoder.h"
#include "core/families/sequence.h"
#include "core/nn/key_cache.h"
#include "core/ground/phrase.h"

#include <algorithm>
#include <string>

namespace plimsoll::step {

Tensor SequenceModel::t5_bias(Machine &m, const std::string &block, Count length)
{
    // compute_bias: buckets of all pairs of positions, some of them at once, then the table's rows
    Leaf &table = leaf(block + "SelfAttention.relative_attention_bias.weight");
    const Shape pairs{length, length};
    const Tensor distance = m.empty(pairs, Dtype::int64, "relative_position");
    Tensor values;
    {
        const Tensor buckets = m.empty(pairs, Dtype::int64, "relative_buckets");
        {
            const Tensor positive = m.empty(pairs, Dtype::int64, "relative_position");
            const Tensor logarithm = m.empty(pairs, Dtype::int64, "relative_position_if_large");
            const Tensor least = m.empty(pairs, Dtype::int64, "relative_position_if_large");
        }
        values = embedding(m, pairs, table);
        if (values.requires_grad()) node_of(values.node)->saved[0] = Saved(m, buckets);
    }
    return values.view({1, m_spec.heads, length, length});
}

Tensor SequenceModel::t5_stack(Machine &m, const std::string &name, const Tensor &memory, const ForwardInputs &inputs)
{
    const bool decoder = memory.defined();
    Tensor hidden = looked_up(m, inputs, "shared.weight");
    hidden = dropout(m, std::move(hidden), rate(m_spec.dropout, inputs));
    // the first layer's positions serve all; they live as long as a layer may be run again
    const auto bias = std::make_shared<Tensor>();
    const auto across = std::make_shared<Tensor>();
    const auto layer = [this, &m, name, memory, inputs, decoder, bias, across](Tensor input, Count i) {
        const std::string block = name + ".block." + std::to_string(i) + ".layer.";
        const double p = rate(m_spec.dropout, inputs);
        Tensor x = normed(m, block + "0.layer_norm", input);
        // made again when the layer is run again, as whatever is saved must be saved alike both times
        Tensor own = *bias;
        if (i == 0 || m_spec.bias_in_every_layer) own = t5_bias(m, block + "0.", inputs.length);
        if (!bias->defined()) *bias = own;
        x = attend(m, {block + "0.SelfAttention.", "q", "k", "v", "o", decoder, own, false, decoder}, x, x, inputs);
        Tensor out = add(m, dropout(m, std::move(x), p), input);
        if (decoder) {
            Tensor y = normed(m, block + "1.layer_norm", out);
            if (!across->defined())
                *across = m.empty({1, m_spec.heads, inputs.length, memory.shape().size[1]}, y.dtype(), "position_bias");
            y = attend(m, {block + "1.EncDecAttention.", "q", "k", "v", "o", false, *across, true, true}, y, memory, inputs);
            out = add(m, dropout(m, std::move(y), p), std::move(out));
        }
        const std::string last = block + (decoder ? "2." : "1.");
        Tensor z = normed(m, last + "layer_norm", out);
        Tensor up;
        if (m_spec.gated) {
            Tensor gate = activate(m, linear_of(last + "DenseReluDense.wi_0").forward(m, z), m_spec.activation);
            up = mul(m, std::move(gate), linear_of(last + "DenseReluDense.wi_1").forward(m, z));
        } else {
            up = activate(m, linear_of(last + "DenseReluDense.wi").forward(m, z), m_spec.activation);
        }
        up = dropout(m, std::move(up), p);
        z = linear_of(last + "DenseReluDense.wo").forward(m, std::move(up));
        return add(m, dropout(m, std::move(z), p), std::move(out));
    };
    hidden = run_layers(m, std::move(hidden), decoder ? m_spec.decoder_layers : m_spec.layers, inputs, layer);
    hidden = normed(m, name + ".final_layer_norm", std::move(hidden));
    return dropout(m, std::move(hidden), rate(m_spec.dropout, inputs));
}

Tensor SequenceModel::bart_stack(Machine &m, const std::string &name, const Tensor &memory, const ForwardInputs &inputs)
{
    const bool decoder = memory.defined() || m_spec.decoder_alone, whisper = m_spec.family == "whisper";
    const std::string stack = m_spec.base + name + ".";
    Tensor hidden, words, positions; // inputs_embeds, positions: names of the stack's forward
    const auto made = [&] { return mask_of(m, inputs, inputs.length, key_length(inputs, std::nullopt), decoder, m_weights); };
    AttentionMask mask;
    if (whisper && !decoder) {
        // two convolutions over the sound, the second halves its frames
        const Shape frames{inputs.batch, 2 * inputs.length, m_spec.hidden};
        const Tensor sound = m.empty({inputs.batch, m_spec.input_elements}, Dtype::fp32, "input_features");
        Leaf &first = leaf(stack + "conv1.weight"), &second = leaf(stack + "conv2.weight");
        Tensor x = to(m, sound, m.autocast ? *m.autocast : first.value.dtype());
        x = matmul_weight(m, x.view({frames.rows(), m_spec.input_elements / frames.size[1]}), first.value, m_spec.hidden);
        x = activate(m, x.view(frames), Activation::gelu);
        x = matmul_weight(m, x.view({inputs.batch * inputs.length, 2 * m_spec.hidden}), second.value, m_spec.hidden);
        x = activate(m, x.view({inputs.batch, inputs.length, m_spec.hidden}), Activation::gelu);
        hidden = add(m, std::move(x), leaf(stack + "embed_positions.weight").value);
    } else {
        words = looked_up(m, inputs, stack + "embed_tokens.weight", !whisper);
        if (!whisper) mask = made();
        positions = embedding(m, {whisper ? inputs.batch : 1, inputs.length}, leaf(stack + "embed_positions.weight"));
        hidden = add(m, words, positions);
    }
    if (has(stack + "layernorm_embedding")) hidden = normed(m, stack + "layernorm_embedding", std::move(hidden));
    hidden = dropout(m, std::move(hidden), rate(m_spec.dropout, inputs));
    if (whisper) mask = made();                              // behind the positions there
    const bool first = whisper || has(stack + "layer_norm"); // mBART and Whisper normalise before, BART after
    const auto layer = [this, &m, stack, memory, inputs, mask, decoder, first](Tensor input, Count i) {
        const std::string p = stack + "layers." + std::to_string(i) + ".";
        const double d = rate(m_spec.dropout, inputs);
        Tensor weights; // `hidden_states, _ = self.self_attn(…)`: till the layer's forward returns
        const auto part = [&](const std::string &norm_name, const Tensor &x, const auto &run) {
            Tensor y = run(first ? normed(m, p + norm_name, x) : x);
            y = dropout(m, std::move(y), d);
            y = add(m, y, x);
            return first ? y : normed(m, p + norm_name, std::move(y));
        };
        Tensor x = part("self_attn_layer_norm", input, [&](const Tensor &y) {
            return attend(
                m, {p + "self_attn.", "q_proj", "k_proj", "v_proj", "out_proj", decoder, {}, false, true, &mask, &weights, i}, y,
                y, inputs);
        });
        if (memory.defined())
            x = part("encoder_attn_layer_norm", x, [&](const Tensor &y) {
                return attend(
                    m,
                    {p + "encoder_attn.", "q_proj", "k_proj", "v_proj", "out_proj", false, {}, false, false, nullptr, &weights},
                    y, memory, inputs);
            });
        return part("final_layer_norm", x, [&](Tensor y) { return up_and_down(m, p + "fc1", p + "fc2", std::move(y), inputs); });
    };
    hidden = run_layers(m, std::move(hidden), decoder ? m_spec.decoder_layers : m_spec.layers, inputs, layer);
    if (has(stack + "layer_norm")) hidden = normed(m, stack + "layer_norm", std::move(hidden));
    return hidden;
}

Tensor SequenceModel::seq2seq(Machine &m, const ForwardInputs &asked)
{
    ForwardInputs read = asked, written = asked;
    if (m_spec.fixed_length > 0) read.length = m_spec.fixed_length;
    if (m_spec.decoder_limit > 0) written.length = std::min(asked.length, m_spec.decoder_limit);
    const bool t5 = m_spec.family == "t5";
    const Tensor memory = t5 ? t5_stack(m, "encoder", {}, read) : bart_stack(m, "encoder", {}, read);
    m.mark(QT_TRANSLATE_NOOP("core", "after the encoder"));
    Tensor hidden = t5 ? t5_stack(m, "decoder", memory, written) : bart_stack(m, "decoder", memory, written);
    m.mark(QT_TRANSLATE_NOOP("core", "after the layers"));
    capture(m, asked, hidden);
    return hidden;
}

void SequenceModel::generate(Machine &m, ForwardInputs inputs, Count fresh)
{
    // the encoder's states, and keys and values of both attentions, stand until the last token
    inputs.training = false;
    inputs.checkpointing.enabled = false;
    std::vector<Tensor> cache;
    if (m_spec.decoder_layers == 0) {
        (void)hidden_states(m, inputs);
        return;
    }
    ForwardInputs read = inputs;
    if (m_spec.fixed_length > 0) read.length = m_spec.fixed_length;
    const Tensor memory = m_spec.family == "t5" ? t5_stack(m, "encoder", {}, read) : bart_stack(m, "encoder", {}, read);
    const Shape across{inputs.batch, m_spec.heads, read.length, m_spec.head_dim};
    for (Count i = 0; i < 2 * m_spec.decoder_layers; ++i)
        cache.push_back(m.empty(across, memory.dtype(), "kv_cache", Component::kv_cache));
    m.begin_phase(Phase::generate);
    const Shape own{inputs.batch, m_spec.heads, fresh, m_spec.head_dim};
    for (Count i = 0; i < 2 * m_spec.decoder_layers; ++i)
        cache.push_back(m.empty(own, memory.dtype(), "kv_cache", Component::kv_cache));
    const Tensor row = m.empty({inputs.batch, 1, m_spec.hidden}, memory.dtype(), "hidden_states");
    const Tensor scores = logits(m, row);
    const Tensor wide = m.empty(scores.shape(), Dtype::fp32, "next_token_logits");
    const Tensor chosen = m.empty(scores.shape(), Dtype::fp32, "next_token_scores");
}

} // namespace plimsoll::step
