// SPDX-License-Identifier: GPL-3.0-or-later
// A layer of a tower: norm, attention, norm, MLP (transformers 5.23, models/*/modeling_*.py).
#include "core/decoder/tower.h"

#include <numeric>
#include <utility>

namespace plimsoll::step {

namespace {

std::string named(const std::string &prefix, std::string_view name) { return prefix + std::string(name); }

/// Queries or keys by their positions.
Tensor turned_patches(Machine &m, Tensor x, const BlockAttention &a)
{
    if (!a.cos.defined()) return x;
    if (!a.in_float) return apply_rotary_to_one(m, x, a.cos, a.sin);
    const Dtype own = x.dtype();
    Tensor wide = to(m, std::move(x), Dtype::fp32);
    wide = apply_rotary_to_one(m, wide, a.cos, a.sin);
    return to(m, std::move(wide), own);
}

} // namespace

Tensor Tower::attended(Machine &m, AttentionBackend backend, const Tensor &q, const Tensor &k, const Tensor &v, Count length,
                       const AttentionMask &mask, bool contiguous_heads)
{
    AttentionCall call;
    call.batch = q.shape().size[0];
    call.heads = call.kv_heads = sizes().heads;
    call.head_dim = call.v_head_dim = sizes().head_dim;
    call.queries = call.keys = length;
    call.causal = false;
    call.fresh_query = call.strided_keys = call.strided_values = !contiguous_heads;
    call.flash_3 = backend == AttentionBackend::flash3;
    switch (backend) {
    case AttentionBackend::eager: return eager_attention(m, q, k, v, mask, call);
    case AttentionBackend::flash2:
    case AttentionBackend::flash3: return flash_attention(m, q, k, v, call, false, m_modules.weights_dtype());
    default: return sdpa(m, q, k, v, mask, call);
    }
}

Tensor Tower::attend(Machine &m, AttentionBackend backend, const Tensor &x, const std::string &prefix, const BlockNames &names,
                     const BlockAttention &a)
{
    const Shape own = x.shape();
    const bool packed = own.rank == 2;
    const Count batch = packed ? 1 : own.size[0], length = packed ? own.size[0] : own.size[1];
    const Count heads = sizes().heads, dim = sizes().head_dim;
    const Shape by_heads{batch, heads, length, dim}, rows = own.with_last(heads * dim);
    Tensor q, k, v;
    if (!names.fused.empty()) { // reshape(length, 3, heads, -1).permute(1, 0, 2, 3).unbind(0): backward stacks, then copies
        const Tensor all = copied_back(m, linear(m, named(prefix, names.fused), x));
        std::vector<Tensor> parts = split(m, all, {by_heads, by_heads, by_heads});
        q = std::move(parts[0]);
        k = std::move(parts[1]);
        v = std::move(parts[2]);
    } else {
        const auto laid = [&](Tensor part) { return contiguous(m, part.view(by_heads), names.contiguous_heads); };
        q = linear(m, named(prefix, names.q), x);
        if (names.contiguous_heads) q = scale(m, std::move(q));
        q = laid(std::move(q));
        k = laid(linear(m, named(prefix, names.k), x));
        v = laid(linear(m, named(prefix, names.v), x));
        if (backend == AttentionBackend::eager) {
            q = copied_back(m, q);
            v = copied_back(m, v);
        }
    }
    if (a.in_pairs) {
        apply_rotary_complex(m, q, k, a.cos, {.cast_last = true});
    } else {
        q = turned_patches(m, std::move(q), a);
        k = turned_patches(m, std::move(k), a);
    }
    Tensor out;
    if (a.lengths.empty() || is_flash(backend)) {
        out = attended(m, backend, q, k, v, length, a.mask, names.contiguous_heads);
    } else {
        std::vector<Shape> shapes;
        for (const Count each : a.lengths) shapes.push_back({1, heads, each, dim});
        const std::vector<Tensor> qs = split(m, q, shapes), ks = split(m, k, shapes), vs = split(m, v, shapes);
        std::vector<Tensor> outs;
        for (std::size_t i = 0; i < shapes.size(); ++i)
            outs.push_back(attended(m, backend, qs[i], ks[i], vs[i], a.lengths[i], {}));
        out = joined(m, outs, rows);
    }
    return linear(m, named(prefix, names.o), out.view(rows));
}

Tensor Tower::block(Machine &m, AttentionBackend backend, const Tensor &input, const std::string &prefix, const BlockNames &names,
                    const BlockAttention &attention)
{
    const auto scaled = [&](Tensor x, std::string_view by) {
        if (by.empty()) return x;
        const Tensor &number = leaf(named(prefix, by)).value;
        return mul(m, names.tanh_scales ? pointwise(m, number, "tanh", true) : number, std::move(x));
    };
    Tensor x = norm(m, named(prefix, names.norm1), input);
    x = scaled(attend(m, backend, x, prefix, names, attention), names.scale1);
    const Tensor hidden = add(m, input, x);
    if (names.scale1.empty()) x.reset();                               // else a name of the layer's forward
    const Tensor normed = norm(m, named(prefix, names.norm2), hidden); // the caller's name, or argument, until the MLP returns
    Tensor y;
    if (names.gate.empty()) {
        y = activate(m, linear(m, named(prefix, names.up), normed), sizes().activation);
    } else {
        y = activate(m, linear(m, named(prefix, names.gate), normed), sizes().activation);
        y = mul(m, std::move(y), linear(m, named(prefix, names.up), normed));
    }
    y = scaled(linear(m, named(prefix, names.down), std::move(y)), names.scale2);
    return add(m, hidden, std::move(y));
}

} // namespace plimsoll::step
