// SPDX-License-Identifier: GPL-3.0-or-later
// llama.cpp 0c1e57098, src/models/delta-net-base.cpp, qwen35.cpp, mamba-base.cpp
#include "core/serving/llama_graph_builder.h"

#include <algorithm>

namespace plimsoll {

/// The states that a batch begins with, out of the cache of all slots.
GgmlId LlamaGraphBuilder::state_rows(Count width)
{
    const Count slots = std::max<Count>(m_setup.server_slots, 1);
    const GgmlId cache = m_graph.allocated(GgmlType::f32, {width, slots * m_setup.snapshots}, m_at);
    return m_graph.get_rows(cache, m_graph.input(GgmlType::i32, {slots}));
}

GgmlId LlamaGraphBuilder::delta_net(GgmlId x, const MixerSpec &m)
{
    const Count t = m_tokens, slots = std::max<Count>(m_setup.server_slots, 1), per = t / slots;
    const Count key_width = m.state * m.groups, channels = m.inner + 2 * key_width, head = m.inner / std::max<Count>(m.heads, 1);
    const auto projected = [&](Count width) {
        return m_graph.mul_mat(m_graph.weight(GgmlType::q8_0, {m_decoder.hidden, width}, m_at), x);
    };
    const GgmlId mixed = projected(channels), z = projected(m.inner);
    GgmlId beta = one(GgmlOp::unary, m_graph.reshape(projected(m.heads), {1, m.heads, per, slots}));
    GgmlId gate = one(GgmlOp::unary, add(projected(m.heads), vector(m.heads)));
    gate = m_graph.reshape(mul(gate, vector(m.heads)), {1, m.heads, per, slots});
    const GgmlId states = m_graph.reshape(state_rows((m.kernel - 1) * channels), {m.kernel - 1, channels, slots});
    m_graph.expand(states);
    const GgmlId rows = m_graph.transpose(m_graph.reshape(mixed, {channels, per, slots}));
    const GgmlId input = m_graph.concat(states, rows, 0);
    const Count snapshots = m_setup.snapshots; // one is kept of every token that may be taken back
    for (Count i = 0; i < snapshots; ++i) {
        const GgmlId kept =
            m_graph.view(input, {m.kernel - 1, channels, slots}, {m_graph.at(input).nb[1], m_graph.at(input).nb[2]});
        const GgmlId cache = m_graph.allocated(GgmlType::f32, {(m.kernel - 1) * channels, slots}, m_at);
        m_graph.expand(m_graph.cpy(kept, cache));
    }
    const GgmlId state = m_graph.reshape(state_rows(m.state * m.inner), {head, m.state, m.heads, slots});
    m_graph.expand(state);
    GgmlId conv = m_graph.made(GgmlOp::ssm_conv, GgmlType::f32, {channels, per, slots}, {input, vector(m.kernel)});
    conv = one(GgmlOp::unary, conv);
    const Bytes row = channels * 4;
    const auto part = [&](Count width, Count count) {
        return m_graph.view(conv, {width, count, per, slots}, {width * 4, row, row * per});
    };
    const GgmlId q = one(GgmlOp::norm, m_graph.cont(part(m.state, m.groups)));
    const GgmlId k = one(GgmlOp::norm, m_graph.cont(part(m.state, m.groups)));
    const GgmlId v = part(head, m.heads);
    const GgmlId run =
        m_graph.made(GgmlOp::gated_delta, GgmlType::f32, {m.inner, t + head * slots * snapshots}, {q, k, v, gate, beta, state});
    const GgmlId out = m_graph.view(run, {head, m.heads, per, slots}, {head * 4, m.inner * 4, m.inner * 4 * per});
    const GgmlId next =
        m_graph.view(run, {head, m.state, m.heads, slots * snapshots}, {head * 4, head * 4 * m.state, m.inner * m.state * 4});
    m_graph.expand(m_graph.cpy(next, m_graph.allocated(GgmlType::f32, {m.state * m.inner, slots * snapshots}, m_at)));
    const GgmlId normed = norm_kind(out, NormKind::rms, head, false, true);
    const GgmlId gated = mul(normed, one(GgmlOp::unary, m_graph.reshape(z, {head, m.heads, per, slots})));
    return linear(m_graph.reshape(gated, {m.inner, t}), GgufRole::ssm_out, false);
}

GgmlId LlamaGraphBuilder::recurrence(GgmlId x, const MixerSpec &m)
{
    if (m.kind == MixerKind::delta_net || m.kind == MixerKind::kimi_delta) return delta_net(x, m);
    const Count t = m_tokens, slots = std::max<Count>(m_setup.server_slots, 1), per = t / slots;
    Count width = 0;
    for (const LinearSpec &spec : m.linears)
        if (spec.in == m_decoder.hidden) width += spec.out;
    const GgmlId projected = m_graph.mul_mat(m_graph.weight(GgmlType::q8_0, {m_decoder.hidden, width}, m_at), x);
    const Count channels = m.inner + (m.kind == MixerKind::mamba2 ? 2 * m.groups * m.state : 0);
    const GgmlId states = m_graph.reshape(state_rows((m.kernel - 1) * channels), {m.kernel - 1, channels, slots});
    const GgmlId rows =
        m_graph.view(projected, {channels, per, slots}, {m_graph.at(projected).nb[1], m_graph.at(projected).nb[1] * per});
    const GgmlId input = m_graph.concat(states, m_graph.transpose(rows), 0);
    GgmlId conv = m_graph.made(GgmlOp::ssm_conv, GgmlType::f32, {channels, per, slots}, {input, vector(m.kernel)});
    conv = one(GgmlOp::unary, add(conv, vector(channels)));
    GgmlId out = conv;
    if (m.kind == MixerKind::mamba || m.kind == MixerKind::mamba2) {
        const GgmlId state = state_rows(m.state * m.inner);
        const Count numbers = m.inner * t + m.state * m.inner * slots;
        const GgmlId run = m_graph.made(GgmlOp::ssm_scan, GgmlType::f32, {numbers}, {state, conv});
        out = m_graph.view(run, {m.inner, t}, {m.inner * 4});
        out = add(out, mul(m_graph.view(conv, {m.inner, t}, {channels * 4}), vector(m.inner)));
    }
    const GgmlId gate = m_graph.view(projected, {m.inner, t}, {m_graph.at(projected).nb[1]});
    out = m_graph.made(GgmlOp::glu, GgmlType::f32, {m.inner, t}, {gate, out});
    return linear(out, GgufRole::ssm_out, false);
}

} // namespace plimsoll
