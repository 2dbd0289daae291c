// SPDX-License-Identifier: GPL-3.0-or-later
// llama.cpp 0c1e57098, ggml/src/ggml-backend.cpp
#include "core/serving/ggml_scheduler.h"

#include <algorithm>

namespace plimsoll {

namespace {

constexpr std::int16_t open = -1;

Count batch_rows(const GgmlTensor &t)
{
    switch (t.op) {
    case GgmlOp::get_rows: return 0;
    case GgmlOp::mul_mat: return t.ne[1];
    case GgmlOp::mul_mat_id:
    case GgmlOp::rope: return t.ne[2];
    default: return t.rows();
    }
}

class Scheduler {
public:
    Scheduler(GgmlGraph &graph, const GgmlBackends &backends, const GgmlRules &rules)
        : m_graph(graph), m_backends(backends), m_rules(rules), m_cpu(backends.cpu())
    {}

    GgmlOrder run()
    {
        for (const GgmlId leaf : m_graph.leafs) choose(leaf);
        for (const GgmlId node : m_graph.nodes) choose(node);
        expand(true, true);
        expand(true, false);
        expand(false, true);
        expand(false, false);
        settle();
        split();
        return order();
    }

private:
    struct Split {
        std::size_t begin = 0, end = 0;
        std::int16_t backend = open;
        std::vector<GgmlId> inputs;
    };

    [[nodiscard]] bool runs(std::int16_t backend, const GgmlTensor &t) const { return backend == m_cpu || !t.unsupported; }
    [[nodiscard]] std::int16_t buffer_of(const GgmlTensor &t) const
    {
        return t.view_of >= 0 ? m_graph.at(t.view_of).buffer : t.buffer;
    }

    /// Pass 1: from where weights, caches and inputs are.
    void choose(GgmlId id)
    {
        GgmlTensor &t = m_graph.at(id);
        if (t.backend == open) t.backend = from_current(t);
    }

    [[nodiscard]] std::int16_t from_current(const GgmlTensor &t) const
    {
        const std::int16_t buffer = buffer_of(t);
        if (buffer != open) return buffer;
        if (t.input) return m_cpu;
        if (t.op == GgmlOp::rope || t.op == GgmlOp::flash_attn) return open; // their weights are too small to choose by
        for (const GgmlId source : t.src) {
            if (source < 0 || !m_graph.at(source).weight) continue;
            const std::int16_t at = runs(m_graph.at(source).buffer, t) ? m_graph.at(source).buffer : open;
            if (at == m_cpu && m_backends.offloads && batch_rows(t) >= m_backends.offload_from_rows && !t.unsupported &&
                m_backends.cards > 0)
                return 0;
            return at;
        }
        return open;
    }

    /// Pass 2: neighbours that nothing chose follow the last node that something did; cards first.
    void expand(bool cards_only, bool down)
    {
        std::int16_t current = open;
        const auto visit = [&](GgmlId id) {
            GgmlTensor &t = m_graph.at(id);
            if (t.is_view_op()) return;
            if (t.backend != open)
                current = cards_only && t.backend == m_cpu ? open : t.backend;
            else if (current != open && runs(current, t))
                t.backend = current;
        };
        if (down)
            std::ranges::for_each(m_graph.nodes, visit);
        else
            for (auto it = m_graph.nodes.rbegin(); it != m_graph.nodes.rend(); ++it) visit(*it);
    }

    [[nodiscard]] bool reads(std::int16_t backend, const GgmlTensor &t) const
    {
        std::int16_t at = buffer_of(t);
        if (at == open) at = t.backend != open || t.view_of < 0 ? t.backend : m_graph.at(t.view_of).backend;
        return at == backend;
    }

    /// Passes 3 and 4: what no neighbour's back-end can run, and the sources.
    void settle()
    {
        for (const GgmlId id : m_graph.nodes) {
            GgmlTensor &t = m_graph.at(id);
            if (t.is_view_op() || t.backend != open) continue;
            int most = -1;
            for (std::int16_t b = 0; b <= m_cpu; ++b) {
                if (!runs(b, t)) continue;
                const int supported = static_cast<int>(
                    std::ranges::count_if(t.src, [&](GgmlId source) { return source >= 0 && reads(b, m_graph.at(source)); }));
                if (supported > most) {
                    most = supported;
                    t.backend = b;
                }
            }
        }
        for (const GgmlId id : m_graph.nodes) {
            GgmlTensor &t = m_graph.at(id);
            if (t.view_of >= 0 && t.backend == open) t.backend = m_graph.at(t.view_of).backend;
            for (const GgmlId source : t.src) {
                if (source < 0) continue;
                GgmlTensor &s = m_graph.at(source);
                if (s.backend == open) s.backend = s.view_of >= 0 ? m_graph.at(s.view_of).backend : t.backend;
            }
            if (t.backend == open) t.backend = m_cpu;
        }
    }

    [[nodiscard]] bool begins_split(const GgmlTensor &t, const Split &current) const
    {
        if (t.backend != current.backend) return true;
        if (current.inputs.empty()) return false;
        for (const GgmlId source : t.src) {
            if (source < 0) continue;
            const GgmlTensor &s = m_graph.at(source);
            const bool foreign = s.backend != current.backend && !reads(current.backend, s);
            // the memory of weights that were copied before can be used again
            if (s.weight && foreign) return true;
            if (static_cast<int>(current.inputs.size()) >= m_rules.split_inputs && foreign &&
                copy_of(source, current.backend) < 0)
                return true;
        }
        return false;
    }

    [[nodiscard]] GgmlId copy_of(GgmlId id, std::int16_t backend) const
    {
        const std::size_t at =
            static_cast<std::size_t>(id) * static_cast<std::size_t>(m_cpu + 1) + static_cast<std::size_t>(backend);
        return at < m_copies.size() ? m_copies[at] : -1;
    }
    void keep_copy(GgmlId id, std::int16_t backend, GgmlId copy)
    {
        const std::size_t at =
            static_cast<std::size_t>(id) * static_cast<std::size_t>(m_cpu + 1) + static_cast<std::size_t>(backend);
        if (at >= m_copies.size()) m_copies.resize(at + 1, -1);
        m_copies[at] = copy;
    }

    /// ggml_dup_tensor_layout, once for every batch in flight; the first is returned.
    GgmlId copy(GgmlId id, std::int16_t backend)
    {
        const GgmlTensor from = m_graph.at(id);
        GgmlId first = -1;
        for (int i = 0; i < m_backends.copies; ++i) {
            const GgmlId made = m_graph.tensor(from.type, {from.ne[0], from.ne[1], from.ne[2], from.ne[3]});
            GgmlTensor &t = m_graph.at(made);
            t.nb = from.nb;
            t.backend = backend;
            t.extra = from.weight ? from.extra : 0;
            t.input = t.output = m_backends.copies > 1;
            if (t.output) m_early.push_back(made);
            if (first < 0) first = made;
        }
        return first;
    }

    /// Pass 5.
    void split()
    {
        const std::vector<GgmlId> &nodes = m_graph.nodes;
        Split current;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            if (m_graph.at(nodes[i]).is_view_op()) continue;
            if (current.backend == open) current.backend = m_graph.at(nodes[i]).backend;
            if (begins_split(m_graph.at(nodes[i]), current)) {
                current.end = i;
                m_splits.push_back(std::move(current));
                current = {i, 0, m_graph.at(nodes[i]).backend, {}};
            }
            for (std::size_t j = 0; j < m_graph.at(nodes[i]).src.size(); ++j) copy_in(nodes[i], j, current);
        }
        current.end = nodes.size();
        m_splits.push_back(std::move(current));
    }

    void copy_in(GgmlId node, std::size_t at, Split &current)
    {
        const GgmlId source = m_graph.at(node).src[at];
        if (source < 0) return;
        const GgmlTensor &s = m_graph.at(source);
        if (m_backends.copies > 1 && !m_rules.copies_given_inputs && s.input) copy_given(source);
        if (m_graph.at(source).backend == current.backend || reads(current.backend, m_graph.at(source))) return;
        GgmlId copied = copy_of(source, current.backend);
        if (copied < 0) {
            copied = copy(source, current.backend);
            keep_copy(source, current.backend, copied);
            current.inputs.push_back(source);
        }
        m_graph.at(node).src[at] = copied;
    }

    /// The application's own inputs, where several batches are in flight: one for each.
    void copy_given(GgmlId id)
    {
        const std::int16_t backend = m_graph.at(id).backend;
        if (copy_of(id, backend) >= 0) return;
        keep_copy(id, backend, id);
        m_graph.at(id).input = m_graph.at(id).output = true;
        m_early.push_back(id);
        const GgmlTensor from = m_graph.at(id);
        for (int i = 1; i < m_backends.copies; ++i) {
            const GgmlId made = m_graph.tensor(from.type, {from.ne[0], from.ne[1], from.ne[2], from.ne[3]});
            m_graph.at(made).backend = backend;
            m_graph.at(made).input = m_graph.at(made).output = true;
            m_early.push_back(made);
        }
    }

    GgmlOrder order()
    {
        if (m_backends.copies > 1 && m_rules.copies_given_inputs)
            for (const GgmlId leaf : m_graph.leafs)
                if (m_graph.at(leaf).input) copy_given(leaf);
        GgmlOrder out;
        out.splits = static_cast<int>(m_splits.size());
        for (const Split &split : m_splits) {
            for (const GgmlId input : split.inputs) {
                // a view keeps the source until it was copied; the copy has its place from the start of the split
                GgmlTensor dependency = m_graph.at(input);
                const GgmlId kept =
                    m_graph.reshape(input, {dependency.ne[0], dependency.ne[1], dependency.ne[2], dependency.ne[3]});
                m_graph.at(kept).op = GgmlOp::none;
                out.steps.push_back({kept, m_graph.at(input).backend});
                out.steps.push_back({copy_of(input, split.backend), split.backend});
            }
            for (std::size_t i = split.begin; i < split.end; ++i)
                out.steps.push_back({m_graph.nodes[i], m_graph.at(m_graph.nodes[i]).backend});
        }
        for (const GgmlId early : m_early) out.leafs.push_back({early, m_graph.at(early).backend});
        for (const GgmlId leaf : m_graph.leafs) out.leafs.push_back({leaf, std::max<std::int16_t>(m_graph.at(leaf).backend, 0)});
        return out;
    }

    GgmlGraph &m_graph;
    GgmlBackends m_backends;
    GgmlRules m_rules;
    std::int16_t m_cpu;
    std::vector<GgmlId> m_copies; ///< by tensor and back-end
    std::vector<GgmlId> m_early;  ///< that have their place before everything else
    std::vector<Split> m_splits;
};

} // namespace

GgmlOrder ggml_schedule(GgmlGraph &graph, const GgmlBackends &backends, const GgmlRules &rules)
{
    return Scheduler(graph, backends, rules).run();
}

} // namespace plimsoll
