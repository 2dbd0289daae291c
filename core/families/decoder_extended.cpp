// SPDX-License-Identifier: GPL-3.0-or-later
// Layers with a recurrence in place of attention or beside it, with a part left out, or with a gate on their attention.
#include "core/families/decoder.h"

#include "core/torch/mixer_ops.h"

#include <tuple>
#include <utility>

namespace plimsoll::step {

bool is_extended(const LayerSpec &spec)
{
    const LayerExtension *more = spec.more.get();
    const bool plain = !more || more->indexer || more->attention_gate.out > 0 || more->attention_sub_norm.kind != NormKind::none;
    return !plain || spec.attention.kind == AttentionKind::none || spec.mlp.kind == MlpKind::none;
}

Tensor add_to_residual(Machine &m, const Tensor &residual, Tensor part, bool multiplied)
{
    if (!multiplied) return add(m, residual, std::move(part));
    Tensor scaled = scale(m, part);
    return add(m, residual, std::move(scaled));
}

Tensor Decoder::mix(Machine &m, Layer &layer, std::size_t index, const Tensor &x, const Shared &shared)
{
    const ForwardInputs &inputs = shared.inputs;
    MixerCall call;
    call.multiplied = layer.spec->attention.kind != AttentionKind::none;
    call.masked = layer.spec->more->mixer.masks_always ? inputs.mask_given : inputs.padded;
    if (!inputs.cache) return layer.mixer->forward(m, x, call);
    LayerCache &cache = (*inputs.cache)[index];
    MixerState state{std::move(cache.convolution), std::move(cache.recurrent)};
    call.state = &state;
    Tensor out = layer.mixer->forward(m, x, call);
    cache.convolution = std::move(state.convolution);
    cache.recurrent = std::move(state.recurrent);
    return out;
}

Tensor Decoder::gated_attention(Machine &m, Layer &layer, std::size_t index, const Tensor &x, const Shared &shared)
{
    // Qwen3NextAttention: the second half of every head of q_proj gates the output
    const ForwardInputs &inputs = shared.inputs;
    const AttentionSpec &a = layer.spec->attention;
    const Count b = inputs.batch, s = inputs.length;
    Tensor q, gate;
    {
        const Tensor both = layer.q.forward(m, x); // no name of its own: its halves' are given away
        std::tie(q, gate) = split_in_two(m, both, {b, a.heads, s, a.head_dim}, {b, s, a.heads * a.head_dim});
        gate = contiguous(m, std::move(gate), true);
    }
    Tensor normed = layer.q_norm.forward(m, q);
    q = std::move(normed);
    const HeadOrder ordered = head_order(a, shared);
    Tensor k = layer.k.forward(m, x).view({b, a.kv_heads, s, a.head_dim});
    if (ordered.k && a.kv_heads > 1) k = copied_back(m, k);
    k = layer.k_norm.forward(m, std::move(k));
    Tensor v = layer.v.forward(m, x).view({b, a.kv_heads, s, a.v_head_dim});
    if (ordered.v && a.kv_heads > 1) v = copied_back(m, v);
    std::vector<Tensor> held;
    if (a.rotary_dim > 0) turn(m, a, q, k, shared, held);
    Count keys = s;
    if (inputs.cache) {
        LayerCache &cache = (*inputs.cache)[index];
        update_cache(m, cache, window_of(a), inputs, k, v);
        keys = inputs.static_length > 0 && s > 1 ? s : k.shape().size[2];
    }
    if (inputs.training_cache) keep_in_training(m, *inputs.training_cache, k, v);
    Tensor out = attend(m, a, q, k, v, shared, keys, inputs.training ? layer.spec->attention_dropout : 0.0);
    Tensor opened = mul(m, out, pointwise(m, gate, "sigmoid", true));
    out = std::move(opened);
    Tensor projected = layer.o.forward(m, out);
    out = std::move(projected);
    return out;
}

Tensor Decoder::gated(Machine &m, Layer &layer, Tensor out, Tensor gate, const Tensor &x)
{
    const GateForm form = layer.spec->more->gate_form;
    if (form == GateForm::softplus_last) {
        gate = to(m, layer.seldom->attention_gate.forward(m, x), Dtype::fp32);
        gate = to(m, pointwise(m, std::move(gate), "softplus", false), out.dtype());
    } else {
        if (form == GateForm::sigmoid_last) gate = layer.seldom->attention_gate.forward(m, x);
        gate = pointwise(m, gate, "sigmoid", true);
    }
    const Shape whole = out.shape();
    if (gate.elements() == out.elements()) return mul(m, std::move(out), std::move(gate));
    const Count rows = gate.elements(), width = out.elements() / rows;
    return outer(m, out.view({rows, width}), gate.view({rows, 1}), {rows, width}).view(whole);
}

Tensor Decoder::apart_gated_attention(Machine &m, Layer &layer, std::size_t index, const Tensor &x, const Shared &shared)
{
    // AfmoeAttention, LagunaAttention, Lfm3Attention
    const ForwardInputs &inputs = shared.inputs;
    const AttentionSpec &a = layer.spec->attention;
    const GateForm form = layer.spec->more->gate_form;
    const bool normed_each = form == GateForm::sigmoid_last;
    const Count b = inputs.batch, s = inputs.length;
    Tensor q = layer.q.forward(m, x).view({b, a.heads, s, a.head_dim});
    if (normed_each) q = layer.q_norm.forward(m, std::move(q));
    Tensor k = layer.k.forward(m, x).view({b, a.kv_heads, s, a.head_dim});
    if (normed_each) k = layer.k_norm.forward(m, std::move(k));
    Tensor v = layer.v.forward(m, x).view({b, a.kv_heads, s, a.v_head_dim});
    Tensor gate;
    if (form == GateForm::sigmoid_first) gate = layer.seldom->attention_gate.forward(m, x);
    if (!normed_each) {
        q = layer.q_norm.forward(m, std::move(q));
        k = layer.k_norm.forward(m, std::move(k));
    }
    std::vector<Tensor> held;
    if (a.rotary_dim > 0) turn(m, a, q, k, shared, held);
    Count keys = s;
    if (inputs.cache) {
        update_cache(m, (*inputs.cache)[index], window_of(a), inputs, k, v);
        keys = k.shape().size[2];
        if (inputs.backend == AttentionBackend::sdpa && s > 1 && !mask_of(shared, a).tensor.defined()) keys = s;
    }
    if (inputs.training_cache) keep_in_training(m, *inputs.training_cache, k, v);
    Tensor out = attend(m, a, q, k, v, shared, keys, inputs.training ? layer.spec->attention_dropout : 0.0);
    out = gated(m, layer, std::move(out), gate, x); // AFMoE has a name for the projection
    return layer.o.forward(m, out);
}

Tensor Decoder::normed_residual_layer(Machine &m, Layer &layer, std::size_t index, const Tensor &input, const Shared &shared)
{
    // MiniMaxDecoderLayer
    const auto joined = [&m](const Tensor &residual, const Tensor &part) {
        Tensor first = scale(m, residual);
        Tensor second = scale(m, part);
        return add(m, std::move(first), std::move(second));
    };
    Tensor hidden = layer.input_norm.forward(m, input);
    Tensor residual = hidden;
    hidden = layer.mixer ? mix(m, layer, index, hidden, shared) : attention(m, layer, index, hidden, shared);
    hidden = joined(residual, hidden);
    hidden = layer.post_attention_norm.forward(m, std::move(hidden));
    residual = hidden;
    hidden = mlp(m, layer, hidden, shared.inputs.training);
    return joined(residual, hidden);
}

Tensor Decoder::multiplied_mlp(Machine &m, Layer &layer, const Tensor &x)
{
    // FalconH1MLP
    const Tensor up = layer.up.forward(m, x);
    Tensor gate = scale(m, layer.gate.forward(m, x));
    gate = activate(m, std::move(gate), layer.spec->mlp.activation);
    const Tensor product = mul(m, up, std::move(gate));
    return scale(m, layer.down.forward(m, product));
}

Tensor Decoder::side_by_side_layer(Machine &m, Layer &layer, std::size_t index, const Tensor &input, const Shared &shared)
{
    // FalconH1DecoderLayer: what the mixer and the attention make have names of their own until the forward returns
    Tensor hidden = layer.input_norm.forward(m, input);
    Tensor mixed = mix(m, layer, index, hidden, shared);
    mixed = scale(m, std::move(mixed));
    Tensor attended = attention(m, layer, index, scale(m, hidden), shared);
    attended = scale(m, std::move(attended));
    hidden = add(m, mixed, attended);
    hidden = add(m, input, std::move(hidden));
    const Tensor residual = hidden;
    hidden = layer.post_attention_norm.forward(m, hidden);
    hidden = multiplied_mlp(m, layer, hidden);
    return add(m, residual, std::move(hidden));
}

Tensor Decoder::extended_layer(Machine &m, Layer &layer, std::size_t index, const Tensor &input, const Shared &shared)
{
    const LayerSpec &spec = *layer.spec;
    if (layer.gemma && spec.more->gemma->streams > 1) return gemma3n_layer(m, layer, index, input, shared);
    if (layer.gemma) return gemma4_layer(m, layer, index, input, shared);
    if (spec.more && spec.more->residual_normed) return normed_residual_layer(m, layer, index, input, shared);
    const auto norm = [&m](NormModule &module, Tensor x) { return module.present() ? module.forward(m, std::move(x)) : x; };
    const bool wide = spec.more && spec.more->residual_fp32;
    const Dtype norms = m_precision.kbit_prepare ? Dtype::fp32 : m_precision.weights;
    const bool gated = spec.more && spec.more->gated_query;
    const bool attends = spec.attention.kind != AttentionKind::none;
    if (layer.mixer && attends) return side_by_side_layer(m, layer, index, input, shared);
    Tensor hidden = input;
    if (layer.mixer || attends) {
        Tensor x = wide || m_forms.casts_before_norm ? to(m, input, norms) : input;
        x = norm(layer.input_norm, std::move(x));
        const Tensor residual = wide ? to(m, input, Dtype::fp32) : input;
        Tensor part;
        if (layer.mixer) part = mix(m, layer, index, x, shared);
        if (attends) part = gated ? gated_attention(m, layer, index, x, shared) : attention(m, layer, index, x, shared);
        x.reset();
        if (layer.pre_mlp_norm.present()) part = norm(layer.post_attention_norm, std::move(part));
        hidden = add_to_residual(m, residual, std::move(part), spec.residual_multiplier.has_value());
    }
    if (spec.mlp.kind == MlpKind::none) return hidden;
    const Tensor residual = hidden;
    if (m_forms.casts_before_norm) hidden = to(m, hidden, norms);
    hidden = norm(layer.pre_mlp_norm.present() ? layer.pre_mlp_norm : layer.post_attention_norm, std::move(hidden));
    hidden = mlp(m, layer, hidden, shared.inputs.training);
    hidden = norm(layer.post_mlp_norm, std::move(hidden));
    return add_to_residual(m, residual, std::move(hidden), spec.residual_multiplier.has_value());
}

Tensor Decoder::returned_logits(Machine &m, Tensor logits) const
{
    return m_spec.more && m_spec.more->float_logits ? to(m, std::move(logits), Dtype::fp32) : logits;
}

} // namespace plimsoll::step
