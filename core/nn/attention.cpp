// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nn/attention.h"

#include "core/ground/bytes.h"
#include "core/nn/ring_attention.h"
#include "core/torch/costly_results.h"
#include "core/torch/work.h"

#include <algorithm>
#include <cmath>

namespace plimsoll::step {

namespace {

bool half(Dtype dtype) { return dtype == Dtype::bf16 || dtype == Dtype::fp16; }

Shape shape_of(const AttentionCall &c, Count heads, Count length, Count dim) { return {c.batch, heads, length, dim}; }

/// Tile of the memory-efficient backward: rows of queries, columns of the accumulated query gradient, and whether key and
/// value gradients are staged in float32 too. Taken from workspaces recorded with torch 2.15 (capabilities 7.5, 8.0, 8.9 and
/// 9.0, head dims 32 to 256) by kernel_backward.h's formula; torch's own list of kernels was not read.
struct Tile {
    Count rows, columns;
    bool staged;
    Count keys; ///< block of keys, for the staging buffers
};

Tile efficient_tile(const CardFacts &device, Dtype dtype, Count head_dim)
{
    const int capability = device.capability_major * 10 + device.capability_minor;
    // kernels for large tiles need the shared memory of 8.0, 9.0 and 10.0
    const bool large = capability == 80 || device.capability_major == 9 || device.capability_major == 10;
    if (head_dim <= 64) return {64, 64, false, 64};
    if (dtype == Dtype::fp32) return large ? Tile{128, 64, false, 64} : Tile{64, 64, false, 64};
    if (head_dim > 128) return {128, 64, true, 64};
    if (large) return {128, 128, false, 128};
    if (head_dim <= 96 || capability < 80) return {128, 64, false, 64};
    return {64, 64, true, 64};
}

} // namespace

Bytes efficient_backward_workspace(const CardFacts &device, Dtype dtype, Count rows, Count queries, Count keys, Count head_dim,
                                   Count v_head_dim)
{
    const Tile tile = efficient_tile(device, dtype, std::max(head_dim, v_head_dim));
    const Count lock_bytes = 16;
    Bytes each = ceil_div(queries, tile.rows) * ceil_div(head_dim, tile.columns) * (lock_bytes + tile.rows * tile.columns * 4);
    if (tile.staged) {
        const Count splits = std::max<Count>(1, std::min(ceil_div(keys, tile.keys), 200 / std::max<Count>(1, rows)));
        each += splits * tile.keys * (round_up(head_dim, tile.rows) + round_up(v_head_dim, tile.rows)) * 4;
    }
    return product(rows, round_up(each, 16));
}

void tell_attention(Machine &m, Dtype dtype, const AttentionCall &c, bool backward)
{
    if (!m.work || m.stopped || m.on_host) return;
    AttentionWork told;
    told.phase = m.phase();
    told.dtype = dtype;
    told.backward = backward;
    told.causal = c.causal;
    told.batch = c.batch;
    told.heads = c.heads;
    told.kv_heads = c.kv_heads;
    told.queries = c.queries;
    told.keys = c.keys;
    told.head_dim = (c.head_dim + c.v_head_dim) / 2;
    told.window = c.window;
    m.work->attention(told, static_cast<double>(m.times()));
}

Tensor repeat_kv(Machine &m, Tensor x, Count repetitions)
{
    if (repetitions == 1) return x;
    const Shape from = x.shape();
    const Shape shape{from.size[0], from.size[1] * repetitions, from.size[2], from.size[3]};
    Tensor out = m.empty(shape, x.dtype(), "repeat_kv");
    if (any_requires_grad(m, {&x})) {
        attach(out, make_node(m, {&x}, [from](Machine &mm, Node &, Gradients &in, Gradients &g) {
                   g[0] = mm.empty(from, in[0].dtype(), "repeat_kv_backward");
               }));
    }
    return out;
}

Tensor expand_heads(Machine &m, const Tensor &x, const AttentionCall &c)
{
    Shape shape = x.shape();
    shape.size[1] = c.heads;
    Tensor out = x.view(shape).detach();
    if (any_requires_grad(m, {&x})) {
        const Shape from = x.shape();
        attach(out, make_node(m, {&x}, [from](Machine &mm, Node &, Gradients &in, Gradients &g) {
                   g[0] = mm.empty(from, in[0].dtype(), "expand_backward");
               }));
    }
    return out;
}

Tensor view_of_strided(Machine &m, Tensor x, bool copies)
{
    if (!copies || !any_requires_grad(m, {&x})) return x;
    Tensor out = x.detach();
    attach(out, make_node(m, {&x}, [](Machine &mm, Node &, Gradients &in, Gradients &g) {
               g[0] = mm.empty(in[0].shape(), in[0].dtype(), "reshape_backward");
           }));
    return out;
}

namespace {

/// num_splits_heuristic of flash_api.cpp: the fewest parts that fill the card to 85 % of what the best number would.
Count flash_splits(const CardFacts &device, Count tasks, Count key_blocks)
{
    const Count multiprocessors = 2 * Count{device.sm_count};
    if (tasks * 10 >= multiprocessors * 8) return 1;
    const Count most = std::min<Count>({128, multiprocessors, key_blocks});
    const auto differs = [&](Count n) { return n == 1 || ceil_div(key_blocks, n) != ceil_div(key_blocks, n - 1); };
    const auto efficiency = [&](Count n) {
        const double waves = static_cast<double>(tasks * n) / static_cast<double>(multiprocessors);
        return waves / std::ceil(waves);
    };
    double best = 0.0;
    for (Count n = 1; n <= most; ++n)
        if (differs(n)) best = std::max(best, efficiency(n));
    for (Count n = 1; n <= most; ++n)
        if (differs(n) && efficiency(n) >= 0.85 * best) return n;
    return 1;
}

/// set_params_splitkv of flash_api.cpp: few queries leave multiprocessors idle, so the keys are split and each part has a
/// float32 output of its own; freed when the kernel is on its way. One query with grouped heads counts as many.
void split_keys(Machine &m, const AttentionCall &c)
{
    const bool grouped = c.queries == 1 && c.heads > c.kv_heads;
    const Count heads = grouped ? c.kv_heads : c.heads, queries = grouped ? c.heads / c.kv_heads : c.queries;
    const Count block = c.head_dim <= 64 ? 256 : c.head_dim <= 128 ? 128 : 64;
    const Count parts = m.ask(flash_splits, c.batch * heads * ceil_div(queries, 64), ceil_div(c.keys, block));
    if (parts <= 1) return;
    const Count dim = round_up(c.head_dim, c.head_dim <= 128 ? 32 : 64);
    Tensor sums = m.empty({parts, c.batch, heads, queries}, Dtype::fp32, "flash_attention");
    const Tensor outputs = m.empty({parts, c.batch * heads, queries, dim}, Dtype::fp32, "flash_attention");
    sums.reset(); // goes before the outputs do
}

} // namespace

FlashResult flash_forward(Machine &m, Dtype dtype, const AttentionCall &c)
{
    FlashResult out;
    costly(m, false, {&out.out, &out.lse, &out.seed, &out.offset}, [&] {
        tell_attention(m, dtype, c, false);
        out.out = m.empty({c.batch, c.queries, c.heads * c.v_head_dim}, dtype, "flash_attention");
        out.lse = m.empty({c.batch, c.heads, c.queries}, Dtype::fp32, "flash_attention");
        out.seed = m.empty({2}, Dtype::int64, "flash_attention");
        out.offset = m.empty({1}, Dtype::int64, "flash_attention");
        if (c.dropout == 0.0) split_keys(m, c);
    });
    return out;
}

std::array<Tensor, 3> flash_backward(Machine &m, Dtype dtype, const AttentionCall &c, bool copies_out)
{
    tell_attention(m, dtype, c, true);
    std::array<Tensor, 3> g;
    Tensor gradient; // attention_backward.cu: grad_out.contiguous()
    if (c.strided_gradient) gradient = m.empty({c.batch, c.queries, c.heads * c.v_head_dim}, dtype, "flash_backward");
    Tensor laid; // attention_backward.cu: out.contiguous(), where it lies head by head as its query does
    if (copies_out) laid = m.empty({c.batch, c.queries, c.heads * c.v_head_dim}, dtype, "flash_backward");
    g[0] = m.empty(shape_of(c, c.heads, c.queries, c.head_dim), dtype, "flash_backward");
    g[1] = m.empty(shape_of(c, c.kv_heads, c.keys, c.head_dim), dtype, "flash_backward");
    g[2] = m.empty(shape_of(c, c.kv_heads, c.keys, c.v_head_dim), dtype, "flash_backward");
    const Count rounded = round_up(c.queries, 128);
    const Count dim = c.head_dim <= 128 ? round_up(c.head_dim, 32) : round_up(c.head_dim, 64);
    const Tensor sums = m.empty({c.batch, c.heads, rounded}, Dtype::fp32, "flash_backward");
    const Tensor query = m.empty({c.batch, rounded, c.heads, dim}, Dtype::fp32, "flash_backward");
    Tensor key, value;
    if (c.heads != c.kv_heads) {
        key = m.empty(shape_of(c, c.heads, c.keys, c.head_dim), dtype, "flash_backward");
        value = m.empty(shape_of(c, c.heads, c.keys, c.v_head_dim), dtype, "flash_backward");
    }
    return g;
}

Tensor flash_kernel(Machine &m, const Tensor &q, const Tensor &k, const Tensor &v, const AttentionCall &c)
{
    const Dtype dtype = q.dtype();
    FlashResult result = flash_forward(m, dtype, c);
    if (!any_requires_grad(m, {&q, &k, &v})) return result.out;
    auto node = make_node(m, {&q, &k, &v}, [c, dtype](Machine &mm, Node &self, Gradients &, Gradients &g) {
        const TensorList kept = self.unpack_more(mm);
        std::array<Tensor, 3> made = flash_backward(mm, dtype, c, !c.fresh_query);
        for (std::size_t i = 0; i < made.size(); ++i) g[i] = std::move(made[i]);
    });
    for (const Tensor *t :
         std::initializer_list<const Tensor *>{&q, &k, &v, &result.out, &result.lse, &result.seed, &result.offset})
        node->more.emplace_back(m, *t);
    attach(result.out, node);
    return result.out;
}

namespace {

/// aten::_scaled_dot_product_efficient_attention (transformers/cuda/attention.cu, attention_backward.cu).
Tensor efficient_kernel(Machine &m, const Tensor &q, const Tensor &k, const Tensor &v, const Tensor &bias, const AttentionCall &c)
{
    const Dtype dtype = q.dtype();
    const bool grad = any_requires_grad(m, {&q, &k, &v, &bias});
    tell_attention(m, dtype, c, false);
    Tensor seed = m.empty({1}, Dtype::int64, "efficient_attention");
    Tensor offset = m.empty({1}, Dtype::int64, "efficient_attention");
    Tensor out = m.empty({c.batch, c.queries, c.heads * c.v_head_dim}, dtype, "efficient_attention");
    Tensor lse;
    if (grad) lse = m.empty({c.batch, c.heads, round_up(c.queries, 32)}, Dtype::fp32, "efficient_attention");
    if (half(dtype) && std::max(c.head_dim, c.v_head_dim) > 128)
        m.workspace(product(c.batch, c.queries, c.heads, c.v_head_dim, 4), "efficient_attention");
    if (!grad) return out;
    const Shape biased = bias.shape();
    auto node = make_node(m, {&q, &k, &v, &bias}, [c, dtype, biased](Machine &mm, Node &self, Gradients &in, Gradients &g) {
        const TensorList kept = self.unpack_more(mm);
        tell_attention(mm, dtype, c, true);
        g[0] = mm.empty(shape_of(c, c.heads, c.queries, c.head_dim), dtype, "efficient_backward");
        g[1] = mm.empty(shape_of(c, c.kv_heads, c.keys, c.head_dim), dtype, "efficient_backward");
        g[2] = mm.empty(shape_of(c, c.kv_heads, c.keys, c.v_head_dim), dtype, "efficient_backward");
        Tensor key, value, delta;
        if (c.heads != c.kv_heads) {
            key = mm.empty(shape_of(c, c.heads, c.keys, c.head_dim), dtype, "efficient_backward");
            value = mm.empty(shape_of(c, c.heads, c.keys, c.v_head_dim), dtype, "efficient_backward");
        }
        if (half(dtype)) {
            delta = mm.empty({c.batch, c.heads, c.queries}, Dtype::fp32, "efficient_backward");
        } else { // (grad_out * out).sum(-1), made before the kernel
            const Tensor product = mm.empty(in[0].shape(), Dtype::fp32, "efficient_backward");
            const Tensor sum = mm.empty({c.batch, c.queries, c.heads}, Dtype::fp32, "efficient_backward");
            delta = mm.empty({c.batch, c.heads, c.queries}, Dtype::fp32, "efficient_backward");
        }
        Tensor of_all; // the bias is expanded to every row and head before the kernel sees it
        if (self.needs(3)) of_all = mm.empty({c.batch, c.heads, c.queries, c.keys}, dtype, "efficient_backward");
        mm.workspace(mm.ask(efficient_backward_workspace, dtype, c.batch * c.heads, c.queries, c.keys, c.head_dim, c.v_head_dim),
                     "efficient_backward");
        if (self.needs(3)) g[3] = of_all.elements() == biased.elements() ? of_all : mm.empty(biased, dtype, "sum");
    });
    for (const Tensor *t : std::initializer_list<const Tensor *>{&q, &k, &v, &bias, &out, &lse, &seed, &offset})
        if (t->defined()) node->more.emplace_back(m, *t);
    attach(out, node);
    return out;
}

/// convert_boolean_attn_mask (attention.cpp): the mask in the query's dtype, 0 and -inf
Tensor mask_as_float(Machine &m, const Tensor &mask, const AttentionCall &c, Dtype dtype)
{
    if (!mask.defined() || mask.dtype() != Dtype::boolean) return mask;
    const Tensor zero = m.empty({1}, dtype, "scalar");
    const Tensor infinity = m.empty({1}, dtype, "scalar");
    return m.empty({c.batch, 1, c.queries, c.keys}, dtype, "mask_bias");
}

/// The boolean mask as a bias in the query's dtype; keys padded to a multiple of 16 bytes' worth of elements, as the
/// kernel wants it (sdp_utils.cpp pad_bias, attention.cpp convert_boolean_attn_mask).
Tensor mask_as_bias(Machine &m, const Tensor &mask, const AttentionCall &c, Dtype dtype)
{
    Tensor bias = mask_as_float(m, mask, c, dtype);
    constexpr Count alignment = 8; // attention.cpp preprocess_mask: mem_eff_alignment
    if (!bias.defined() || c.keys % alignment == 0) return bias;
    return m.empty(bias.shape().with_last(round_up(c.keys, alignment)), dtype, "mask_bias");
}

/// ones().tril() as a bias: 0 where a query may look, -inf elsewhere (convert_boolean_attn_mask)
Tensor causal_bias(Machine &m, const AttentionCall &c)
{
    Tensor ones = m.empty({c.queries, c.keys}, Dtype::boolean, "ones");
    const Tensor lower = m.empty({c.queries, c.keys}, Dtype::boolean, "tril");
    ones.reset();
    const Tensor zero = m.empty({1}, Dtype::fp32, "scalar");
    const Tensor infinity = m.empty({1}, Dtype::fp32, "scalar");
    return m.empty({c.queries, c.keys}, Dtype::fp32, "mask_bias");
}

/// at::_safe_softmax: rows that are -inf throughout become zero
Tensor safe_softmax(Machine &m, Tensor scores)
{
    const Shape shape = scores.shape();
    Tensor out = softmax(m, std::move(scores), Dtype::fp32);
    const Tensor masked = m.empty(shape, Dtype::boolean, "eq");
    const Tensor rows = m.empty(shape.with_last(1), Dtype::boolean, "all");
    const Tensor zero = m.empty({1}, Dtype::fp32, "scalar");
    return out;
}

/// repeat_kv of the library: its expand and reshape copy, except where one head is seen by all.
Tensor repeat_heads(Machine &m, Tensor x, const AttentionCall &c)
{
    return c.kv_heads == 1 ? expand_heads(m, x, c) : repeat_kv(m, std::move(x), c.heads / c.kv_heads);
}

/// aten::_scaled_dot_product_attention_math (transformers/attention.cpp): 16-bit inputs in float32, repeated heads, scaled
/// query and key, whole scores. Names there live until it returns; matmul's reshape copies strided heads of several rows.
Tensor math_kernel(Machine &m, Tensor q, Tensor k, Tensor v, const Tensor &mask, const AttentionCall &c)
{
    const Dtype dtype = q.dtype();
    const auto autocast = std::exchange(m.autocast, std::nullopt);
    q = to(m, std::move(q), Dtype::fp32);
    k = to(m, std::move(k), Dtype::fp32);
    v = to(m, std::move(v), Dtype::fp32);
    const Tensor query = scale(m, q);
    Tensor bias = mask;
    if (c.causal && !mask.defined()) bias = causal_bias(m, c);
    const Tensor key = repeat_kv(m, k, c.heads / c.kv_heads);
    const Tensor value = repeat_kv(m, v, c.heads / c.kv_heads);
    const bool strided = c.batch > 1;
    const bool strided_keys = strided && c.strided_keys && c.heads == c.kv_heads;
    const bool strided_values = strided && c.strided_values && c.heads == c.kv_heads;
    Tensor weights;
    {
        const Tensor scaled = scale(m, key);
        Tensor left = contiguous(m, query, strided);
        Tensor right = contiguous(m, scaled, strided_keys);
        weights = bmm(m, std::move(left), std::move(right), shape_of(c, c.heads, c.queries, c.keys));
    }
    weights = safe_softmax(m, weights);
    weights = dropout(m, std::move(weights), c.dropout);
    Tensor out;
    {
        const Tensor returned = to(m, weights, dtype);
        Tensor right = contiguous(m, value, strided_values);
        Tensor product = bmm(m, weights, std::move(right), shape_of(c, c.heads, c.queries, c.v_head_dim));
        out = to(m, view_of_strided(m, std::move(product), strided), dtype);
        weights.reset();
    }
    m.autocast = autocast;
    return out;
}

bool flash_allowed(const Machine &m, Dtype dtype, const Tensor &mask, const AttentionCall &c)
{
    return half(dtype) && m.ask(is_capable, 8) && !mask.defined() && c.head_dim <= 256 && c.head_dim == c.v_head_dim;
}

bool efficient_allowed(const Machine &m, Dtype dtype, const AttentionCall &c)
{
    const Count aligned = dtype == Dtype::fp32 ? 4 : 8;
    if (m.older.wants_equal_heads && c.heads != c.kv_heads) return false;
    if (dtype == Dtype::bf16 && !m.ask(is_capable, 8)) return false;
    return m.ask(is_capable, 5) && c.head_dim % aligned == 0 && c.v_head_dim % aligned == 0;
}

} // namespace

Tensor sdpa(Machine &m, Tensor q, Tensor k, Tensor v, const AttentionMask &mask, const AttentionCall &call)
{
    AttentionCall c = call;
    const bool wide = (c.head_dim > 256 || c.head_dim != c.v_head_dim) && !m.older.groups_wide_heads;
    if (c.heads != c.kv_heads && (m.older.repeats_heads || mask.tensor.defined() || wide)) { // use_gqa_in_sdpa: the library repeats the heads itself when there is a mask
        k = repeat_heads(m, std::move(k), c);
        v = repeat_heads(m, std::move(v), c);
        c.kv_heads = c.heads;
        c.strided_keys = c.strided_values = false;
    }
    return torch_sdpa(m, std::move(q), k, v, mask.tensor, c); // sdpa_attention_forward has names for what it repeated
}

Tensor torch_sdpa(Machine &m, Tensor q, Tensor k, Tensor v, const Tensor &given_mask, const AttentionCall &call)
{
    AttentionCall c = call;
    Tensor mask = given_mask;
    if (m.autocast) {
        // last argument first, as in linear()
        if (mask.defined() && mask.dtype() != Dtype::boolean) mask = to(m, std::move(mask), *m.autocast);
        v = to(m, std::move(v), *m.autocast);
        k = to(m, std::move(k), *m.autocast);
        q = to(m, std::move(q), *m.autocast);
    }
    const Dtype dtype = q.dtype();
    if (c.broadcast_keys) { // the kernels read one head for all
        k = expand_heads(m, k, c);
        v = expand_heads(m, v, c);
        c.kv_heads = c.heads;
    }
    if (flash_allowed(m, dtype, mask, c)) {
        // the kernel lays its output out as the query is: head-major after a partial rotary's torch.cat, which
        // sdpa_attention.py's contiguous() then copies
        const ContextRing ring = m.units ? m.units->ring() : ContextRing{};
        Tensor out = ring.ranks > 1 ? ring_attention(m, q, k, v, c, ring) : flash_kernel(m, q, k, v, c);
        for (Tensor *cast : {&q, &k, &v}) cast->reset(); // autocast's copies are arguments of the call
        return contiguous(m, std::move(out), ring.ranks > 1 ? lies_by_heads(ring) : !c.fresh_query);
    }
    if (efficient_allowed(m, dtype, c)) return efficient_kernel(m, q, k, v, mask_as_bias(m, mask, c, dtype), c);
    Tensor out = math_kernel(m, std::move(q), std::move(k), std::move(v), mask_as_float(m, mask, c, dtype), c);
    out = contiguous(m, std::move(out), true);
    return out.view({c.batch, c.queries, c.heads * c.v_head_dim});
}

Tensor matmul_heads(Machine &m, Operand a, Operand b, Shape shape)
{
    if (m.autocast) { // arguments from right to left; the casts live until the call returns
        b.tensor = to(m, std::move(b.tensor), *m.autocast);
        a.tensor = to(m, std::move(a.tensor), *m.autocast);
    }
    const bool copies = shape.size[0] > 1; // a batch of one merges with the heads as it is
    Tensor left = contiguous(m, a.tensor, copies && a.strided);
    Tensor right = contiguous(m, b.tensor, copies && b.strided);
    return bmm(m, std::move(left), std::move(right), shape);
}

Tensor eager_attention(Machine &m, Tensor q, Tensor k, Tensor v, const AttentionMask &mask, const AttentionCall &c)
{
    const Dtype dtype = q.dtype();
    const bool one = c.kv_heads == 1; // seen by all: matmul then copies it per row
    const bool repeats = c.heads != c.kv_heads && !one;
    k = repeat_heads(m, std::move(k), c);
    v = repeat_heads(m, std::move(v), c);
    const Shape scores_shape = shape_of(c, c.heads, c.queries, c.keys);
    Tensor scores = matmul_heads(m, {q, c.fresh_query && c.queries > 1}, {k, one || (c.strided_keys && !repeats)}, scores_shape);
    scores = scale(m, std::move(scores));
    if (c.softcap) {
        scores = scale(m, std::move(scores));
        scores = pointwise(m, std::move(scores), "tanh", true);
        scores = scale(m, std::move(scores));
    }
    if (mask.tensor.defined()) scores = add(m, std::move(scores), mask.tensor);
    keep_scores(m, c, scores);
    // `attn_weights = softmax(attn_weights).to(…)`: the scores stay until the name is given away
    Tensor weights = softmax_fp32(m, scores, c.softmax_dtype || m.autocast);
    if (!c.softmax_dtype) scores.reset(); // GPT-2 casts in a line of its own
    if (c.casts_weights) weights = to(m, weights, c.softmax_dtype ? dtype : v.dtype());
    scores.reset();
    weights = dropout(m, std::move(weights), c.dropout);
    return_weights(m, c, weights);
    Tensor out =
        matmul_heads(m, {weights}, {v, one || (c.strided_values && !repeats)}, shape_of(c, c.heads, c.queries, c.v_head_dim));
    // the gradient comes back token by token: rows and heads do not merge without a copy, but for a batch of one
    out = contiguous(m, view_of_strided(m, std::move(out), c.batch > 1), true);
    k.reset();
    v.reset();
    return out.view({c.batch, c.queries, c.heads * c.v_head_dim});
}

Tensor softmax_fp32(Machine &m, Tensor scores, bool wanted)
{
    const Dtype own = scores.dtype();
    if (!wanted) return softmax(m, std::move(scores), own);
    // a bf16 input is converted outside the kernel, an fp16 one inside
    if (own == Dtype::bf16) scores = to(m, std::move(scores), Dtype::fp32);
    return softmax(m, std::move(scores), Dtype::fp32);
}

} // namespace plimsoll::step
