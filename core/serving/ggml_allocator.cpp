// SPDX-License-Identifier: GPL-3.0-or-later
// llama.cpp 0c1e57098, ggml/src/ggml-alloc.c
#include "core/serving/ggml_allocator.h"

#include <algorithm>
#include <limits>

namespace plimsoll {

namespace {

/// ggml_dyn_tallocr: free blocks by address, the last of them without end.
class Space {
public:
    explicit Space(Bytes alignment) : m_alignment(alignment) { m_free.push_back({0, std::numeric_limits<Bytes>::max() / 2}); }

    Bytes take(Bytes bytes)
    {
        bytes = round_up(bytes, m_alignment);
        std::size_t best = m_free.size() - 1;
        for (std::size_t i = 0; i + 1 < m_free.size(); ++i)
            if (m_free[i].bytes >= bytes && (best == m_free.size() - 1 || m_free[i].bytes <= m_free[best].bytes)) best = i;
        const Bytes at = m_free[best].at;
        m_free[best].at += bytes;
        m_free[best].bytes -= bytes;
        if (m_free[best].bytes == 0) m_free.erase(m_free.begin() + static_cast<std::ptrdiff_t>(best));
        m_most = std::max(m_most, at + bytes);
        return at;
    }

    void give(Bytes at, Bytes bytes)
    {
        bytes = round_up(bytes, m_alignment);
        if (bytes == 0) return;
        const auto next = std::ranges::find_if(m_free, [&](const Block &block) { return block.at > at; });
        const bool meets_next = next != m_free.end() && at + bytes == next->at;
        if (next != m_free.begin()) {
            const auto before = next - 1;
            if (before->at + before->bytes == at) {
                before->bytes += bytes;
                if (meets_next) {
                    before->bytes += next->bytes;
                    m_free.erase(next);
                }
                return;
            }
        }
        if (meets_next) {
            next->at = at;
            next->bytes += bytes;
            return;
        }
        m_free.insert(next, {at, bytes});
    }

    [[nodiscard]] Bytes aligned(Bytes bytes) const { return round_up(bytes, m_alignment); }
    [[nodiscard]] Bytes most() const { return m_most; }

private:
    struct Block {
        Bytes at = 0, bytes = 0;
    };
    std::vector<Block> m_free;
    Bytes m_alignment;
    Bytes m_most = 0;
};

bool can_run_in_place(GgmlOp op)
{
    switch (op) {
    case GgmlOp::add:
    case GgmlOp::add_id:
    case GgmlOp::mul:
    case GgmlOp::div:
    case GgmlOp::sqr:
    case GgmlOp::scale:
    case GgmlOp::unary:
    case GgmlOp::clamp:
    case GgmlOp::rope:
    case GgmlOp::rms_norm:
    case GgmlOp::soft_max: return true;
    default: return false;
    }
}

class Layout {
public:
    Layout(const GgmlGraph &graph, std::span<const Bytes> alignments, const GgmlRules &rules)
        : m_graph(graph), m_rules(rules), m_states(graph.tensors.size())
    {
        for (const Bytes alignment : alignments) m_spaces.emplace_back(alignment);
    }

    std::vector<Bytes> run(const GgmlOrder &order)
    {
        for (const GgmlOrder::Step &leaf : order.leafs) place(leaf.node, leaf.backend);
        for (const GgmlOrder::Step &step : order.steps) count(step);
        for (const GgmlOrder::Step &step : order.steps) {
            const GgmlTensor &node = m_graph.at(step.node);
            for (const GgmlId source : node.src)
                if (source >= 0) place(source, step.backend);
            place(step.node, step.backend);
            for (const GgmlId source : node.src)
                if (source >= 0) leave(source);
        }
        std::vector<Bytes> out;
        out.reserve(m_spaces.size());
        for (const Space &space : m_spaces) out.push_back(space.most());
        return out;
    }

private:
    struct State {
        Bytes at = 0;
        std::int32_t children = 0, views = 0;
        std::int16_t backend = -1;
        bool own = false;
    };
    State &state(GgmlId id) { return m_states[static_cast<std::size_t>(id)]; }
    Space &space(std::int16_t backend) { return m_spaces[static_cast<std::size_t>(backend)]; }
    /// Only cards take more than a tensor's own numbers.
    [[nodiscard]] Bytes bytes_of(GgmlId id, std::int16_t backend) const
    {
        const bool host = static_cast<std::size_t>(backend) + 1 == m_spaces.size();
        return m_graph.bytes(id) + (host ? 0 : m_graph.at(id).extra);
    }

    void count(const GgmlOrder::Step &step)
    {
        const GgmlTensor &node = m_graph.at(step.node);
        if (node.view_of >= 0 && node.op != GgmlOp::none) ++state(node.view_of).views;
        if (node.input) place(step.node, step.backend);
        for (const GgmlId source : node.src) {
            if (source < 0) continue;
            ++state(source).children;
            if (m_graph.at(source).input) place(source, step.backend);
        }
    }

    void place(GgmlId id, std::int16_t backend)
    {
        const GgmlTensor &node = m_graph.at(id);
        State &s = state(id);
        if (s.own || node.view_of >= 0 || node.buffer >= 0) return;
        s.own = true;
        if (can_run_in_place(node.op))
            for (const GgmlId source : node.src)
                if (source >= 0 && takes_over(id, source)) return;
        s.backend = backend;
        s.at = space(backend).take(bytes_of(id, backend));
    }

    /// Views are never written over: only what has storage of its own counts as the allocator's (ggml_gallocr_is_own).
    bool takes_over(GgmlId id, GgmlId parent)
    {
        const GgmlTensor &node = m_graph.at(id), &p = m_graph.at(parent);
        State &from = state(parent);
        if (!from.own || p.output || from.children != 1 || from.views != 0) return false;
        if (node.type != p.type || node.ne != p.ne || node.nb != p.nb) return false;
        hand_over(id, parent, from);
        return true;
    }

    void hand_over(GgmlId id, GgmlId from, State &from_state)
    {
        State &s = state(id);
        s.backend = from_state.backend;
        s.at = from_state.at;
        from_state.own = false;
        if (!m_rules.gives_back_rest) return;
        Space &where = space(from_state.backend);
        const Bytes had = where.aligned(bytes_of(from, s.backend)), needs = where.aligned(bytes_of(id, s.backend));
        if (had > needs) where.give(s.at + needs, had - needs);
    }

    void leave(GgmlId id)
    {
        State &s = state(id);
        --s.children;
        if (s.children != 0 || s.views != 0) return;
        const GgmlTensor &tensor = m_graph.at(id);
        if (tensor.view_of < 0) {
            if (s.own) release(id);
            return;
        }
        State &root = state(tensor.view_of);
        --root.views;
        if (root.views == 0 && root.children == 0 && root.own) release(tensor.view_of);
    }

    void release(GgmlId id)
    {
        if (m_graph.at(id).output) return;
        State &s = state(id);
        space(s.backend).give(s.at, bytes_of(id, s.backend));
        s.own = false;
    }

    const GgmlGraph &m_graph;
    GgmlRules m_rules;
    std::vector<State> m_states;
    std::vector<Space> m_spaces;
};

} // namespace

std::vector<Bytes> ggml_buffers(const GgmlGraph &graph, const GgmlOrder &order, std::span<const Bytes> alignments,
                                const GgmlRules &rules)
{
    return Layout(graph, alignments, rules).run(order);
}

} // namespace plimsoll
