// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decoder/decoder_pieces.h"
#include "core/nn/ulysses.h"
#include "core/torch/units.h"

#include <utility>

// Attention from the hidden states to what the output projection reads.

namespace plimsoll::step {

namespace {

Count head_ranks(const Machine &m) { return m.units ? m.units->head_ranks() : 1; }

Tensor heads_view(Tensor x, Count batch, Count heads, Count length, Count dim) { return x.view({batch, heads, length, dim}); }

Projected take_apart(Machine &m, const AttentionSpec &a, const Tensor &fused, FusedSplit form, Count b, Count s)
{
    const Shape q{b, a.heads, s, a.head_dim}, k{b, a.kv_heads, s, a.head_dim}, v{b, a.kv_heads, s, a.v_head_dim};
    switch (form) {
    case FusedSplit::split: {
        const std::vector<Tensor> parts = split(m, fused, {q, k, v});
        return {parts[0], parts[1], parts[2]};
    }
    case FusedSplit::mesh: { // the parts of four devices lie side by side: heads are gathered by copies
        const std::vector<Tensor> parts = split(m, fused, {q, v, k});
        Projected out;
        out.q = contiguous(m, parts[0], true);
        out.k = contiguous(m, parts[2], true);
        out.v = contiguous(m, parts[1], true);
        return out;
    }
    case FusedSplit::multi_query: {
        Projected out;
        out.q = narrow(m, fused, q);
        out.k = index_copy(m, fused, k);
        out.v = index_copy(m, fused, v);
        return out;
    }
    case FusedSplit::groups: {
        const Count groups = (fused.shape().last() / a.head_dim - a.heads) / 2;
        const Shape one{b, groups, s, a.head_dim};
        const Tensor query = narrow(m, fused, q);
        const Tensor key = index_copy(m, fused, one), value = index_copy(m, fused, one);
        Projected out;
        out.q = contiguous(m, query, true); // flatten(2, 3) of a slice
        out.k = repeat_kv(m, key, a.heads / groups);
        out.v = repeat_kv(m, value, a.heads / groups);
        return out;
    }
    default: {
        Projected out;
        out.q = narrow(m, fused, q);
        out.k = narrow(m, fused, k);
        out.v = narrow(m, fused, v);
        return out;
    }
    }
}

/// Queries, keys and values of one projection.
Projected project_fused(Machine &m, Layer &layer, const Tensor &x, const Pass &pass)
{
    const AttentionSpec &a = layer.spec->attention;
    const AttentionLines &lines = pass.lines();
    const HeadOrder ordered = head_order(m, a, pass);
    const bool rotated = a.rotary.dim > 0;
    Tensor all = layer.fused.forward(m, x);
    if (a.clip_qkv) all = clamp(m, all, false);
    // GPT-NeoX splits what is transposed: torch.cat of the three gradients lies head by head, and so a copy of it
    if (lines.split == FusedSplit::split && rotated) all = turned_heads(m, std::move(all));
    Tensor named = lines.names_fused ? all : Tensor{};
    Projected out = take_apart(m, a, all, lines.split, pass.inputs.batch, pass.inputs.length);
    out.named = std::move(named);
    if (a.norms.per_head && lines.norms != HeadNorms::after_turn) {
        out.q = normed_by(m, layer.q_norm, std::move(out.q));
        out.k = normed_by(m, layer.k_norm, std::move(out.k));
    }
    if (lines.split == FusedSplit::slices && lines.join == RotaryJoin::each && !pass.model.liger.rope && rotated) {
        out.q = turned_heads(m, std::move(out.q));
        out.k = turned_heads(m, std::move(out.k));
        if (ordered.v) out.v = turned_heads(m, std::move(out.v));
    }
    if (lines.split == FusedSplit::mesh && ordered.v) out.v = turned_heads(m, std::move(out.v));
    if (lines.split == FusedSplit::split && !rotated) {
        if (ordered.q && lines.copies_query_first) out.q = turned_heads(m, std::move(out.q));
        if (ordered.k) out.k = turned_heads(m, std::move(out.k));
        if (ordered.v) out.v = turned_heads(m, std::move(out.v));
        if (ordered.q && !lines.copies_query_first) out.q = turned_heads(m, std::move(out.q));
    }
    return out;
}

} // namespace

Tensor turned_heads(Machine &m, Tensor x)
{
    if (x.shape().size[1] == 1 || !any_requires_grad(m, {&x})) return x;
    return copied_back(m, x);
}

AttentionCall call_of(const AttentionSpec &a, const Pass &pass, Count keys, double dropout_rate)
{
    const ForwardInputs &inputs = pass.inputs;
    const AttentionLines &lines = pass.lines();
    AttentionCall call;
    call.batch = inputs.batch;
    call.heads = a.heads;
    call.kv_heads = a.kv_heads;
    call.queries = inputs.length;
    call.keys = keys;
    call.head_dim = a.head_dim;
    call.v_head_dim = a.v_head_dim;
    call.softcap = a.softcap;
    call.window = a.sliding_window.value_or(0);
    // what torch.cat put together lies head by head, but for GPT-J's, which is transposed after it; Liger's kernel joins nothing
    const bool joined = !pass.model.liger.rope && a.rotary.dim > 0 && lines.turn != TurnForm::gathered &&
                        (lines.join != RotaryJoin::none || a.rotary.dim < a.head_dim);
    call.fresh_query = a.kind == AttentionKind::grouped && !joined;
    const bool cached = inputs.cache || pass.prefix.defined();
    call.strided_keys = !cached && !joined;
    call.strided_values = !cached;
    call.dropout = dropout_rate;
    call.flash_3 = inputs.backend == AttentionBackend::flash3;
    call.softmax_dtype = lines.fp32_softmax;
    call.kept_weights = inputs.attentions;
    call.weights_of = inputs.weights_of;
    call.kept_scores = inputs.scores;
    call.scores_of = inputs.scores_of;
    call.named_weights = &pass.names.weights;
    return call;
}

Tensor attend(Machine &m, const AttentionSpec &a, Tensor q, Tensor k, Tensor v, const Pass &pass, Count keys, double dropout_rate,
              const AttentionMask *own_mask)
{
    const ForwardInputs &inputs = pass.inputs;
    const AttentionMask &mask = own_mask ? *own_mask : pass.mask_of(a);
    AttentionCall call = call_of(a, pass, keys, dropout_rate);
    if (pass.model.around().repeats_heads && a.heads != a.kv_heads) {
        k = repeat_kv(m, std::move(k), a.heads / a.kv_heads);
        v = repeat_kv(m, std::move(v), a.heads / a.kv_heads);
        call.kv_heads = call.heads;
    }
    if (const Count ranks = head_ranks(m); ranks > 1) // which looks at no mask
        return ulysses_attention(m, q, k, v, call, ranks,
                                 [&](Machine &mm, Tensor query, Tensor key, Tensor value, const AttentionCall &whole) {
                                     if (inputs.backend == AttentionBackend::sdpa)
                                         return sdpa(mm, std::move(query), std::move(key), std::move(value), {}, whole);
                                     return flash_attention(mm, std::move(query), std::move(key), std::move(value), whole, false,
                                                            pass.model.precision.weights);
                                 });
    switch (inputs.backend) {
    case AttentionBackend::eager: return eager_attention(m, std::move(q), std::move(k), std::move(v), mask, call);
    case AttentionBackend::flash2:
    case AttentionBackend::flash3:
        return flash_attention(m, std::move(q), std::move(k), std::move(v), call, inputs.padded, pass.model.precision.weights);
    default:
        if (call.queries == 1 && mask.tensor.defined() && call.heads != call.kv_heads) {
            // sdpa_attention.py pack_gqa: one token's query heads become the rows of their key head
            call.queries = call.heads / call.kv_heads;
            call.heads = call.kv_heads;
            return sdpa(m, std::move(q), std::move(k), std::move(v), mask, call).view({inputs.batch, 1, a.heads * a.v_head_dim});
        }
        return sdpa(m, std::move(q), std::move(k), std::move(v), mask, call);
    }
}

HeadOrder head_order(const Machine &m, const AttentionSpec &a, const Pass &pass)
{
    const bool eager = pass.inputs.backend == AttentionBackend::eager;
    const bool repeated = pass.mask_of(a).tensor.defined() && a.heads != a.kv_heads;
    const bool turned = a.rotary.dim > 0 && a.rotary.form != RotaryForm::complex && pass.lines().turn != TurnForm::gathered &&
                        !pass.model.liger.rope;
    const bool bare = a.rotary.dim == 0;
    // the product's gradient of keys that were transposed once more lies token by token
    const bool summed = eager && a.heads != a.kv_heads;
    const Count ranks = head_ranks(m);
    const bool values = ranks > 1 ? turns_values(call_of(a, pass, pass.inputs.length, 0.0), ranks) : eager || repeated;
    return {turned || (bare && eager), turned || (bare && (summed || repeated)), values, bare && eager && !summed};
}

Projected DecoderClass::project(Machine &m, Layer &layer, const Tensor &x, const Pass &pass) const
{
    const AttentionSpec &a = layer.spec->attention;
    if (a.fused.out > 0) return project_fused(m, layer, x, pass);
    const AttentionLines &lines = pass.lines();
    const Count b = pass.inputs.batch, s = pass.inputs.length;
    const HeadOrder ordered = head_order(m, a, pass);
    const auto heads = [&](Tensor t, NormModule &norm, Count count) {
        if (!a.norms.per_head) t = normed_by(m, norm, std::move(t));
        return heads_view(std::move(t), b, count, s, a.head_dim);
    };
    const auto per_head = [&](Tensor t, NormModule &norm, HeadNorms when) {
        return a.norms.per_head && lines.norms == when ? normed_by(m, norm, std::move(t)) : t;
    };
    Projected out;
    out.q = heads(projected(m, ProjectedPart::query, layer.q.forward(m, x)), layer.q_norm, a.heads);
    if (ordered.q && !lines.views_last) out.q = turned_heads(m, std::move(out.q)); // before the key: backward runs them in turn
    out.q = per_head(std::move(out.q), layer.q_norm, HeadNorms::each);
    out.k = heads(projected(m, ProjectedPart::key, layer.k.forward(m, x, ordered.k_by_tokens)), layer.k_norm, a.kv_heads);
    if (ordered.k && !lines.views_last) out.k = turned_heads(m, std::move(out.k));
    out.k = per_head(std::move(out.k), layer.k_norm, HeadNorms::each);
    out.v = heads_view(layer.v.forward(m, x), b, a.kv_heads, s, a.v_head_dim);
    if (lines.views_last && ordered.q) out.q = turned_heads(m, std::move(out.q));
    if (lines.views_last && ordered.k) out.k = turned_heads(m, std::move(out.k));
    if (ordered.v) out.v = turned_heads(m, std::move(out.v));
    out.q = per_head(std::move(out.q), layer.q_norm, HeadNorms::last);
    out.k = per_head(std::move(out.k), layer.k_norm, HeadNorms::last);
    return out;
}

Count cache_heads(Machine &m, Layer &layer, Tensor &k, Tensor &v, const Pass &pass)
{
    const ForwardInputs &inputs = pass.inputs;
    const AttentionSpec &a = layer.spec->attention;
    Count keys = inputs.length;
    if (pass.prefix.defined()) { // DynamicLayer.update: torch.cat
        for (Tensor *own : {&k, &v}) {
            Shape before = own->shape(), whole = own->shape();
            before.size[2] = inputs.past;
            whole.size[2] = keys = inputs.past + inputs.length;
            *own = concatenate(m, pass.prefix.view(before), std::move(*own), whole);
        }
    } else if (inputs.cache) {
        update_cache(m, (*inputs.cache)[layer.index], a.sliding_window, inputs, k, v);
        keys = k.shape().size[2];
        // sdpa_attention.py: before the causal flag, a static cache is read up to the prompt's end
        if (inputs.backend == AttentionBackend::sdpa && inputs.length > 1 && !pass.mask_of(a).tensor.defined())
            keys = inputs.length;
    }
    if (inputs.training_cache) keep_in_training(m, *inputs.training_cache, k, v);
    return keys;
}

void ready_heads(Machine &m, Layer &layer, const Tensor &x, const Pass &pass, AttentionNames &n)
{
    const DecoderClass &own = pass.model.attends;
    const AttentionSpec &a = layer.spec->attention;
    n.p = own.project(m, layer, x, pass);
    if (a.rotary.dim > 0) own.turn(m, a, n, pass);
    if (own.lines().norms == HeadNorms::after_turn && layer.q_norm.present()) {
        n.p.q = layer.q_norm.forward(m, std::move(n.p.q));
        n.p.k = layer.k_norm.forward(m, std::move(n.p.k));
    }
    if (m.after_module) {
        m.after_module(told::turned_query, {}, n.p.q);
        m.after_module(told::turned_key, {}, n.p.k);
    }
    n.keys = cache_heads(m, layer, n.p.k, n.p.v, pass);
}

Tensor DecoderClass::attention(Machine &m, Layer &layer, const Tensor &x, const Pass &pass) const
{
    if (layer.latent) return latent_attention(m, layer, x, pass);
    AttentionNames n;
    ready_heads(m, layer, x, pass, n);
    if (layer.spec->attention.sinks) return layer.o.forward(m, core(m, layer, n, pass, x.dtype()));
    Tensor out = output(m, layer, core(m, layer, n, pass, x.dtype()), pass);
    n.p.named.reset(); // a frame lets go of its names in their order
    n.p.q.reset();
    if (lines().split == FusedSplit::mesh) n.p.v.reset(); // query, value, key = torch.split(…)
    n.p.k.reset();
    n.p.v.reset();
    return out;
}

Tensor DecoderClass::core(Machine &m, Layer &layer, AttentionNames &n, const Pass &pass, Dtype) const
{
    const AttentionSpec &a = layer.spec->attention;
    const double rate = pass.attention_dropout_of(layer);
    if (!a.sinks) return attend(m, a, n.p.q, n.p.k, n.p.v, pass, n.keys, rate);
    return sink_attention(m, n.p.q, n.p.k, n.p.v, &layer.optional_modules->sinks, pass.mask_of(a),
                          call_of(a, pass, n.keys, rate));
}

Tensor DecoderClass::output(Machine &m, Layer &layer, Tensor out, const Pass &) const
{
    if (layer.optional_modules) out = normed_by(m, layer.optional_modules->attention_sub_norm, std::move(out));
    return layer.o.forward(m, std::move(out));
}

void DecoderClass::turn(Machine &m, const AttentionSpec &a, AttentionNames &n, const Pass &pass) const
{
    Tensor &q = n.p.q, &k = n.p.k;
    const bool own_table = a.sliding_window && pass.window_positional.cos.defined();
    const Positional &tables = own_table ? pass.window_positional : pass.positional;
    const Tensor &cos = tables.cos, &sin = tables.sin;
    if (pass.model.liger.rope) {
        // the kernel wants [batch, length, heads, head_dim]: slices of a fused projection do not fit, nor do gradients that
        // come as [batch, heads, length, head_dim] from eager attention or from the sum over repeated keys
        const bool eager = pass.inputs.backend == AttentionBackend::eager;
        const bool repeated = pass.mask_of(a).tensor.defined() && a.heads != a.kv_heads;
        return liger_rope(m, q, k, cos, sin, {a.fused.out > 0, eager, eager || repeated});
    }
    if (a.rotary.form == RotaryForm::complex)
        return apply_rotary_complex(m, q, k, cos, {.strided = pass.inputs.backend != AttentionBackend::eager});
    if (a.rotary.form != RotaryForm::halves) {
        const auto one = [&](const Tensor &x) {
            return a.rotary.form == RotaryForm::pairs ? apply_rotary_pairs(m, x, cos, sin) : apply_rotary_split(m, x, cos, sin);
        };
        Tensor turned_q = one(q);
        k = one(k);
        q = std::move(turned_q);
        return;
    }
    apply_rotary(m, q, k, cos, sin, m_lines.turn, m_lines.join, a.rotary.dim, n.held);
}

void keep_in_training(Machine &m, std::vector<Tensor> &cache, Tensor &k, Tensor &v)
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

Tensor merge_heads(Machine &m, Tensor x, const AttentionCall &c)
{
    x = view_of_strided(m, std::move(x), c.batch > 1); // torch.matmul's own view of rows and heads
    return contiguous(m, std::move(x), c.queries > 1).view({c.batch, c.queries, c.heads * c.v_head_dim});
}

Tensor float_attention(Machine &m, Layer &layer, const AttentionNames &n, const Pass &pass,
                       void (*finish)(Machine &m, Tensor &scores, const Pass &pass))
{
    const AttentionCall c = call_of(layer.spec->attention, pass, n.keys, pass.attention_dropout_of(layer));
    Tensor out;
    { // `_attn` has returned, and its names are gone, when the heads are merged
        const Tensor query = to(m, n.p.q, Dtype::fp32), key = to(m, n.p.k, Dtype::fp32);
        Tensor scores = matmul_heads(m, {query, c.queries > 1}, {key, c.strided_keys}, {c.batch, c.heads, c.queries, c.keys});
        finish(m, scores, pass);
        keep_scores(m, c, scores);
        scores = softmax_fp32(m, scores, m.autocast.has_value());
        Tensor weights = to(m, scores, n.p.v.dtype());
        scores.reset();
        weights = dropout(m, weights, c.dropout);
        out = matmul_heads(m, {weights}, {n.p.v, c.strided_values}, {c.batch, c.heads, c.queries, c.v_head_dim});
        pass.return_beside(weights);
        return_weights(m, c, weights);
    }
    return merge_heads(m, std::move(out), c);
}

} // namespace plimsoll::step
