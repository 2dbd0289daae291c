// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/decoder.h"

namespace plimsoll::step {

namespace {

Tensor heads_view(Tensor x, Count batch, Count heads, Count length, Count dim) { return x.view({batch, heads, length, dim}); }

} // namespace

AttentionCall Decoder::call_of(const AttentionSpec &a, const ForwardInputs &inputs, Count keys, double dropout_rate)
{
    AttentionCall call;
    call.batch = inputs.batch;
    call.heads = a.heads;
    call.kv_heads = a.kv_heads;
    call.queries = inputs.length;
    call.keys = keys;
    call.head_dim = a.head_dim;
    call.v_head_dim = a.v_head_dim;
    call.softcap = a.softcap;
    call.fresh_query = a.kind == AttentionKind::grouped && (a.rotary_dim == 0 || a.rotary_dim == a.head_dim);
    call.dropout = dropout_rate;
    return call;
}

Tensor Decoder::attend(Machine &m, const AttentionSpec &a, Tensor q, Tensor k, Tensor v, const Shared &shared, Count keys,
                       double dropout_rate)
{
    const ForwardInputs &inputs = shared.inputs;
    AttentionCall call = call_of(a, inputs, keys, dropout_rate);
    switch (inputs.backend) {
    case AttentionBackend::eager: return eager_attention(m, std::move(q), std::move(k), std::move(v), shared.mask, call);
    case AttentionBackend::flash2: return flash_attention_2(m, std::move(q), std::move(k), std::move(v), call, inputs.padded);
    default:
        if (call.queries == 1 && shared.mask.tensor.defined() && call.heads != call.kv_heads) {
            // sdpa_attention.py pack_gqa: one token's query heads become the rows of their key head
            call.queries = call.heads / call.kv_heads;
            call.heads = call.kv_heads;
            return sdpa(m, std::move(q), std::move(k), std::move(v), shared.mask, call)
                .view({inputs.batch, 1, a.heads * a.v_head_dim});
        }
        return sdpa(m, std::move(q), std::move(k), std::move(v), shared.mask, call);
    }
}

Tensor Decoder::attention(Machine &m, Layer &layer, std::size_t index, const Tensor &x, const Shared &shared)
{
    if (layer.latent) return latent_attention(m, layer, index, x, shared);
    const ForwardInputs &inputs = shared.inputs;
    const AttentionSpec &a = layer.spec->attention;
    const Count b = inputs.batch, s = inputs.length;
    const auto project = [&](LinearModule &module, NormModule &norm, Count heads, Count dim) {
        Tensor t = module.forward(m, x);
        if (norm.present() && !a.norm_per_head) t = norm.forward(m, std::move(t));
        t = heads_view(std::move(t), b, heads, s, dim);
        if (norm.present() && a.norm_per_head) t = norm.forward(m, std::move(t));
        return t;
    };
    NormModule none;
    Tensor q, k, v;
    if (a.fused.out > 0) {
        const Tensor all = layer.fused.forward(m, x);
        q = narrow(m, all, {b, a.heads, s, a.head_dim});
        k = narrow(m, all, {b, a.kv_heads, s, a.head_dim});
        v = narrow(m, all, {b, a.kv_heads, s, a.v_head_dim});
    } else {
        q = project(layer.q, layer.q_norm, a.heads, a.head_dim);
        k = project(layer.k, layer.k_norm, a.kv_heads, a.head_dim);
        v = heads_view(layer.v.forward(m, x), b, a.kv_heads, s, a.v_head_dim);
    }
    if (a.rotary_dim > 0) turn(m, a, q, k, shared);
    Count keys = s;
    if (inputs.cache) {
        LayerCache &cache = (*inputs.cache)[index];
        update_cache(m, cache, a, inputs, k, v);
        // a static cache is read up to the prompt's end at first, then whole under a mask
        keys = inputs.static_length > 0 && s > 1 ? s : cache.key.shape().size[2];
        k = cache.key;
        v = cache.value;
    }
    if (inputs.training_cache) keep_in_training(m, *inputs.training_cache, k, v);
    if (a.sinks) {
        Tensor out = sink_attention(m, q, k, v, layer.sinks, shared.mask,
                                    call_of(a, inputs, keys, inputs.training ? layer.spec->attention_dropout : 0.0));
        return layer.o.forward(m, std::move(out));
    }
    Tensor out = attend(m, a, q, k, v, shared, keys, inputs.training ? layer.spec->attention_dropout : 0.0);
    return layer.o.forward(m, std::move(out));
}

void Decoder::turn(Machine &m, const AttentionSpec &a, Tensor &q, Tensor &k, const Shared &shared)
{
    const Tensor &cos = shared.positional.cos, &sin = shared.positional.sin;
    if (m_liger.rope) {
        // the kernel wants [batch, length, heads, head_dim]: slices of a fused projection do not fit, nor do gradients that
        // come as [batch, heads, length, head_dim] from eager attention or from the sum over repeated keys
        const bool eager = shared.inputs.backend == AttentionBackend::eager;
        const bool repeated = shared.mask.tensor.defined() && a.heads != a.kv_heads;
        return liger_rope(m, q, k, cos, sin, {a.fused.out > 0, eager, eager || repeated});
    }
    if (a.rotary_form == RotaryForm::complex)
        return apply_rotary_complex(m, q, k, cos, shared.inputs.backend != AttentionBackend::eager);
    const auto turn_one = [&](const Tensor &x) {
        switch (a.rotary_form) {
        case RotaryForm::pairs: return apply_rotary_pairs(m, x, cos, sin);
        case RotaryForm::split_halves: return apply_rotary_split(m, x, cos, sin);
        default: return apply_rotary(m, x, cos, sin, a.rotary_dim);
        }
    };
    Tensor turned_q = turn_one(q);
    Tensor turned_k = turn_one(k);
    q = std::move(turned_q);
    k = std::move(turned_k);
}

void Decoder::keep_in_training(Machine &m, std::vector<Tensor> &cache, Tensor &k, Tensor &v)
{
    // cache_utils.py DynamicLayer.update: torch.cat behind an empty tensor, laid out head by head: the gradient of the
    // values is copied before their projection reads it
    for (Tensor *t : {&k, &v}) {
        const bool copies = t == &v;
        Tensor out = m.empty(t->shape(), t->dtype(), "cat");
        if (any_requires_grad(m, {t}))
            attach(out, make_node(m, {t}, [copies](Machine &mm, Node &, Gradients &in, Gradients &g) {
                       g[0] = copies ? mm.empty(in[0].shape(), in[0].dtype(), "reshape_backward") : in[0].view(in[0].shape());
                   }));
        cache.push_back(out.detach());
        *t = std::move(out);
    }
}

void Decoder::update_cache(Machine &m, LayerCache &cache, const AttentionSpec &, const ForwardInputs &inputs, const Tensor &k,
                           const Tensor &v)
{
    // cache_utils.py: DynamicLayer.update concatenates; StaticLayer makes its full length at the first update, then copies in
    const bool fixed = inputs.static_length > 0;
    const Count length = fixed ? inputs.static_length : inputs.past + inputs.length;
    if (fixed && cache.key.defined()) return;
    const auto longer = [length](const Tensor &x) {
        Shape shape = x.shape();
        shape.size[2] = length;
        return shape;
    };
    cache.key = m.empty(longer(k), k.dtype(), "kv_cache", Component::kv_cache);
    cache.value = m.empty(longer(v), v.dtype(), "kv_cache", Component::kv_cache);
}

Tensor Decoder::liger_mlp(Machine &m, Layer &layer, const Tensor &x)
{
    Tensor gate, up;
    if (layer.spec->mlp.kind == MlpKind::gated_fused) {
        Tensor both = layer.up.forward(m, x);
        auto [first, second] = chunk_in_two(m, std::move(both));
        gate = contiguous(m, std::move(first), true);
        up = contiguous(m, std::move(second), true);
    } else {
        gate = layer.gate.forward(m, x);
        up = layer.up.forward(m, x);
    }
    Tensor product = liger_gated_product(m, std::move(gate), std::move(up));
    return layer.down.forward(m, std::move(product));
}

Tensor Decoder::mlp(Machine &m, Layer &layer, const Tensor &x, bool training)
{
    const MlpSpec &spec = layer.spec->mlp;
    if (layer.experts) return layer.experts->forward(m, x, training);
    if (m_liger.gated_mlp && (spec.kind == MlpKind::gated || spec.kind == MlpKind::gated_fused)) return liger_mlp(m, layer, x);
    if (spec.kind == MlpKind::plain) {
        Tensor hidden = layer.up.forward(m, x);
        hidden =
            m_liger.relu_squared ? liger_relu_squared(m, std::move(hidden)) : activate(m, std::move(hidden), spec.activation);
        return layer.down.forward(m, std::move(hidden));
    }
    if (spec.kind == MlpKind::gated_fused) {
        Tensor both = layer.up.forward(m, x);
        Tensor gate = narrow(m, both, both.shape().with_last(spec.down.in));
        Tensor up = narrow(m, std::move(both), gate.shape());
        gate = activate(m, std::move(gate), spec.activation);
        up = mul(m, std::move(up), std::move(gate));
        return layer.down.forward(m, std::move(up));
    }
    Tensor gate = layer.gate.forward(m, x);
    gate = activate(m, std::move(gate), spec.activation);
    Tensor up = layer.up.forward(m, x);
    Tensor product = mul(m, std::move(gate), std::move(up));
    return layer.down.forward(m, std::move(product));
}

Tensor Decoder::block(Machine &m, Layer &layer, std::size_t index, const Tensor &x, const Shared &shared, bool attends)
{
    const Checkpointing &checkpointing = shared.inputs.checkpointing;
    const bool again =
        shared.inputs.training && checkpointing.enabled && checkpointing.selective == (attends ? "attention" : "mlp");
    if (!again) return attends ? attention(m, layer, index, x, shared) : mlp(m, layer, x, shared.inputs.training);
    return checkpoint(m, x, [this, &m, &layer, index, held = shared.shared_from_this(), attends](Tensor in) {
        return attends ? attention(m, layer, index, in, *held) : mlp(m, layer, in, held->inputs.training);
    });
}

Tensor Decoder::layer_forward(Machine &m, Layer &layer, std::size_t index, const Tensor &input, const Shared &shared)
{
    const LayerSpec &spec = *layer.spec;
    if (is_extended(spec)) return extended_layer(m, layer, index, input, shared);
    const auto norm = [&m](NormModule &module, Tensor x) { return module.present() ? module.forward(m, std::move(x)) : x; };
    const bool four = layer.pre_mlp_norm.present();
    const double rate = shared.inputs.training ? spec.dropout : 0.0;
    Tensor hidden = spec.norm_after ? input : norm(layer.input_norm, input);
    if (spec.parallel) {
        Tensor attended = dropout(m, block(m, layer, index, hidden, shared, true), rate);
        if (layer.post_attention_norm.present()) hidden = layer.post_attention_norm.forward(m, input);
        hidden = dropout(m, block(m, layer, index, hidden, shared, false), rate);
        hidden = add(m, std::move(attended), std::move(hidden));
        return add(m, std::move(hidden), input);
    }
    hidden = dropout(m, block(m, layer, index, hidden, shared, true), rate);
    if (four || spec.norm_after) hidden = norm(layer.post_attention_norm, std::move(hidden));
    if (spec.residual_multiplier) hidden = scale(m, std::move(hidden));
    hidden = add(m, input, std::move(hidden));
    const Tensor residual = hidden;
    if (four)
        hidden = norm(layer.pre_mlp_norm, hidden);
    else if (!spec.norm_after)
        hidden = norm(layer.post_attention_norm, hidden);
    hidden = dropout(m, block(m, layer, index, hidden, shared, false), rate);
    if (four || spec.norm_after) hidden = norm(layer.post_mlp_norm, std::move(hidden));
    if (spec.residual_multiplier) hidden = scale(m, std::move(hidden));
    return add(m, residual, std::move(hidden));
}

} // namespace plimsoll::step
