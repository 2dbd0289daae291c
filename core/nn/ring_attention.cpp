// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nn/ring_attention.h"

namespace plimsoll::step {

namespace {

/// One round: which parts of queries and keys meet.
struct Round {
    AttentionCall call;
    bool partial = false; ///< the second half of the queries alone
};

Round round_of(const AttentionCall &call, const ContextRing &ring, Count i)
{
    Round out{call};
    if (i == 0) return out;
    const Count first = (call.queries + 1) / 2; // torch.chunk
    out.partial = i > ring.place;
    if (out.partial)
        out.call.queries -= first;
    else
        out.call.keys = first;
    out.call.causal = false;
    return out;
}

Shape sums_of(const AttentionCall &c) { return {c.batch, c.heads, c.queries}; }
Shape queries_of(const AttentionCall &c, Count dim) { return {c.batch, c.queries, c.heads, dim}; }
Shape keys_of(const AttentionCall &c, Count dim) { return {c.batch, c.kv_heads, c.keys, dim}; }
Count pair_elements(const AttentionCall &c) { return product(c.batch, c.kv_heads, c.keys, c.head_dim + c.v_head_dim); }

/// _SDPAMerger: what was merged so far.
struct Merged {
    Tensor out, lse;
};

void merge(Machine &m, Merged &merged, const AttentionCall &whole, const Round &round)
{
    const Shape outs = queries_of(round.call, whole.v_head_dim), sums = sums_of(round.call);
    const Tensor block = m.empty(outs, Dtype::fp32, "to");
    const auto sum = [&](const char *operation) { return m.empty(sums, Dtype::fp32, operation); };
    Tensor out, lse, share;
    {
        const Tensor difference = sum("sub");
        share = sum("sigmoid");
    }
    {
        Tensor difference = m.empty(outs, Dtype::fp32, "sub");
        const Tensor scaled = m.empty(outs, Dtype::fp32, "mul");
        share.reset();
        difference.reset();
        out = m.empty(outs, Dtype::fp32, "sub");
    }
    {
        Tensor difference = sum("sub");
        const Tensor logged = sum("logsigmoid");
        difference.reset();
        lse = sum("sub");
    }
    if (round.partial) { // the half that was merged beside the other: torch.cat
        merged.lse = m.empty(sums_of(whole), Dtype::fp32, "cat");
        merged.out = m.empty(queries_of(whole, whole.v_head_dim), Dtype::fp32, "cat");
    } else {
        merged.lse = std::move(lse);
        merged.out = std::move(out);
    }
}

/// Keys and values of other ranks: those of all at once, or of the next one only (_AllGatherRotater, _AllToAllRotater).
class KeysOfOthers {
public:
    KeysOfOthers(Count pair, Dtype dtype, const ContextRing &ring) : m_pair(pair), m_dtype(dtype), m_ring(ring) {}

    /// next_buffer(), of which key and value are views from then on.
    void take(Count round)
    {
        if (!m_ring.gathers && round > 0) m_seen = std::move(m_coming);
    }
    /// Both in one tensor, which exchange_buffers() sends on; nothing in the last round.
    Tensor send(Machine &m, Count round)
    {
        if (round + 1 == m_ring.ranks) return {};
        Tensor both = m.empty({m_pair}, m_dtype, "cat");
        if (!m_ring.gathers)
            m_coming = m.empty({m_pair}, m_dtype, "all_to_all");
        else if (round == 0)
            m_all = m.empty({product(m_pair, m_ring.ranks)}, m_dtype, "all_gather");
        return both;
    }

private:
    Count m_pair;
    Dtype m_dtype;
    ContextRing m_ring;
    Tensor m_all, m_coming, m_seen;
};

struct RingResult {
    Tensor out, lse, seed, offset;
};

RingResult run_forward(Machine &m, Dtype dtype, const AttentionCall &call, const ContextRing &ring)
{
    Tensor key, value; // contiguous(): copies of what does not lie so
    if (call.strided_keys) key = m.empty(keys_of(call, call.head_dim), dtype, "contiguous");
    if (call.strided_values) value = m.empty(keys_of(call, call.v_head_dim), dtype, "contiguous");
    KeysOfOthers others(pair_elements(call), dtype, ring);
    Merged merged;
    FlashResult last, first;
    for (Count i = 0; i < ring.ranks; ++i) {
        others.take(i);
        (void)others.send(m, i);
        if (i > 0) {
            key.reset();
            value.reset();
        }
        const Round round = round_of(call, ring, i);
        last = flash_forward(m, dtype, round.call);
        if (i > 0) {
            merge(m, merged, call, round);
            continue;
        }
        first = last;
        merged.lse = last.lse;
        merged.out = m.empty(queries_of(call, call.v_head_dim), Dtype::fp32, "to");
        first.out.reset();
        first.lse.reset();
    }
    RingResult out;
    out.out = m.empty({call.batch, call.queries, call.heads * call.v_head_dim}, dtype, "to");
    out.lse = merged.lse;
    out.seed = first.seed;
    out.offset = first.offset;
    merged.out.reset();
    return out;
}

/// Gradients of keys and values on their way round, as _templated_ring_attention_backward names them.
struct Travelling {
    Tensor sent;       ///< next_grad_kv
    Tensor key, value; ///< grad_key, grad_value
    Tensor buffer;     ///< of the rotater
};

void send(Machine &m, Travelling &t, const AttentionCall &call, bool strided)
{
    const Shape pair{pair_elements(call)};
    Tensor key, value; // flatten() of what does not lie flat
    if (strided) {
        key = m.empty(keys_of(call, call.head_dim), Dtype::fp32, "flatten");
        value = m.empty(keys_of(call, call.v_head_dim), Dtype::fp32, "flatten");
    }
    t.sent = m.empty(pair, Dtype::fp32, "cat");
    key.reset();
    value.reset();
    t.buffer = m.empty(pair, Dtype::fp32, "all_to_all");
}

/// What came from the neighbour, with this round's part added.
void receive(Machine &m, Travelling &t, const AttentionCall &call, bool halves)
{
    t.sent = t.buffer;
    t.key = t.sent.view({t.sent.elements()});
    t.value = t.key;
    if (!halves) return; // added in place
    t.key = m.empty(keys_of(call, call.head_dim), Dtype::fp32, "cat");
    t.value = m.empty(keys_of(call, call.v_head_dim), Dtype::fp32, "cat");
}

std::array<Tensor, 3> run_backward(Machine &m, Dtype dtype, const AttentionCall &call, const ContextRing &ring)
{
    const Shape queries = queries_of(call, call.head_dim), pair{pair_elements(call)};
    Tensor query = m.empty(queries, Dtype::fp32, "zeros_like");
    Travelling t;
    t.key = m.empty(keys_of(call, call.head_dim), Dtype::fp32, "zeros_like");
    t.value = m.empty(keys_of(call, call.v_head_dim), Dtype::fp32, "zeros_like");
    Tensor key, value; // contiguous(): copies of what does not lie so
    if (call.strided_keys) key = m.empty(keys_of(call, call.head_dim), dtype, "contiguous");
    if (call.strided_values) value = m.empty(keys_of(call, call.v_head_dim), dtype, "contiguous");
    KeysOfOthers others(pair.elements(), dtype, ring);
    Tensor both, lse;
    std::array<Tensor, 3> part;
    for (Count i = 0; i < ring.ranks; ++i) {
        others.take(i);
        if (Tensor sent = others.send(m, i); sent.defined()) both = std::move(sent); // next_kv, a name until the end
        const Round round = round_of(call, ring, i);
        if (round.partial) lse = m.empty(sums_of(round.call), Dtype::fp32, "contiguous");
        if (i > 0) {
            key.reset();
            value.reset();
        }
        part = flash_backward(m, dtype, round.call, lies_by_heads(ring));
        if (i > 0) receive(m, t, call, !round.partial);
        send(m, t, call, i == 0 && call.strided_keys);
        if (round.partial) query = m.empty(queries, Dtype::fp32, "cat");
    }
    std::array<Tensor, 3> out;
    out[0] = m.empty(queries, dtype, "to");
    query.reset();
    const Tensor last = m.empty(pair, dtype, "to");
    t.sent.reset();
    t.key.reset();
    t.value.reset();
    out[1] = last.view(keys_of(call, call.head_dim));
    out[2] = last.view(keys_of(call, call.v_head_dim));
    return out;
}

} // namespace

Tensor ring_attention(Machine &m, const Tensor &q, const Tensor &k, const Tensor &v, const AttentionCall &call,
                      const ContextRing &ring)
{
    const Dtype dtype = q.dtype();
    RingResult result = run_forward(m, dtype, call, ring);
    if (!any_requires_grad(m, {&q, &k, &v})) return result.out;
    auto node = make_node(m, {&q, &k, &v}, [call, dtype, ring](Machine &mm, Node &self, Gradients &, Gradients &g) {
        const TensorList kept = self.unpack_more(mm);
        std::array<Tensor, 3> made = run_backward(mm, dtype, call, ring);
        for (std::size_t i = 0; i < made.size(); ++i) g[i] = std::move(made[i]);
    });
    for (const Tensor *t :
         std::initializer_list<const Tensor *>{&q, &k, &v, &result.out, &result.lse, &result.seed, &result.offset})
        node->more.emplace_back(m, *t);
    attach(result.out, node);
    return result.out;
}

} // namespace plimsoll::step
