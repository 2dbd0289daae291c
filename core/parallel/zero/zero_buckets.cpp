// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/zero/zero_buckets.h"

#include <algorithm>

namespace plimsoll::step {

void ZeroBuckets::prepare(Machine &m)
{
    if (m_ready) return;
    m_ready = true;
    if (!m_settings.contiguous_gradients) return;
    for (int i = 0; i < (m_settings.overlap_comm ? 2 : 1); ++i)
        m_buffers[i] = m.empty({m_settings.reduce_bucket}, m_dtype, "ipg_buffer", Component::communication);
    m_at = 0;
}

void ZeroBuckets::add(Machine &m, const ZeroParameter &parameter)
{
    if (m_elements + parameter.elements > m_settings.reduce_bucket) {
        reduce(m);
        if (m_settings.contiguous_gradients && m_settings.overlap_comm) m_at = 1 - m_at;
    }
    Tensor &gradient = parameter.leaf->grad;
    if (m_settings.contiguous_gradients) {
        if (parameter.elements <= m_settings.reduce_bucket)
            gradient = m_buffers[m_at].view(gradient.shape());
        else if (m_settings.offloads_optimizer) // _offload_gradient_safety_enabled
            gradient = m.empty(gradient.shape(), m_dtype, "clone", Component::gradients);
    }
    m_elements += parameter.elements;
    m_entries.push_back(&parameter);
}

/// Pieces of the bucket by the rank that owns them; neighbours of one rank are one piece.
std::vector<OwnedSlice> ZeroBuckets::slices() const
{
    std::vector<OwnedSlice> out;
    for (const ZeroParameter *entry : m_entries)
        for (const OwnedSlice &slice : m_partitions.groups()[entry->group].slices_of(entry->index)) {
            if (!out.empty() && out.back().owner == slice.owner)
                out.back().elements += slice.elements;
            else
                out.push_back(slice);
        }
    return out;
}

/// allreduce_bucket: pieces behind each other, one as it is; in float32 where ranks divide sequences.
void ZeroBuckets::all_reduce(Machine &m, std::size_t pieces, Count elements) const
{
    Tensor flat, wide;
    if (pieces > 1) flat = m.empty({elements}, m_dtype, "flatten", Component::communication);
    if (pieces > 0 && m_settings.sequence_ranks > 1 && m_dtype != Dtype::fp32)
        wide = m.empty({elements}, Dtype::fp32, "to", Component::communication);
}

/// allreduce_and_scatter: pieces are copied behind each other until they are more than a bucket; one alone is seen as it is.
void ZeroBuckets::reduce_together(Machine &m)
{
    Count elements = 0;
    std::size_t pieces = 0;
    const auto flush = [&] {
        all_reduce(m, pieces, elements);
        elements = 0;
        pieces = 0;
    };
    for (const OwnedSlice &slice : slices()) {
        elements += slice.elements;
        ++pieces;
        if (elements > m_settings.reduce_bucket) flush();
    }
    flush();
}

/// allreduce_no_retain for the pieces of each owner.
void ZeroBuckets::reduce_by_owner(Machine &m)
{
    std::vector<OwnedSlice> all = slices();
    std::ranges::stable_sort(all, std::less{}, &OwnedSlice::owner);
    for (std::size_t i = 0; i < all.size();) {
        Count elements = 0;
        std::size_t end = i;
        while (end < all.size() && all[end].owner == all[i].owner) elements += all[end++].elements;
        all_reduce(m, end - i, elements);
        i = end;
    }
}

/// buffered_reduce_fallback: a copy of all gradients of the bucket.
void ZeroBuckets::reduce_separately(Machine &m)
{
    if (m_settings.overlap_comm) {
        for (const ZeroParameter *other : m_previous) other->leaf->grad.reset();
        m_previous.clear();
    }
    const WithStream on(m, m_settings.overlap_comm ? zero_reduction_stream : m.stream);
    all_reduce(m, m_entries.size(), m_elements);
}

void ZeroBuckets::average(Machine &m)
{
    if (!m_settings.contiguous_gradients) return reduce_separately(m);
    const WithStream on(m, m_settings.overlap_comm ? zero_reduction_stream : m.stream);
    if (!m_settings.reduce_scatter) return; // in place
    m_settings.multi_rank_allreduce ? reduce_together(m) : reduce_by_owner(m);
}

void ZeroBuckets::copy_own(Machine &m, const ZeroParameter &parameter)
{
    if (m_settings.offloads_optimizer) return send_to_host(m, parameter);
    if (!m_own.defined())
        m_own = m.empty({m_partitions.whole_in_partition(m_rank)}, m_dtype, "grads_in_partition", Component::gradients);
    parameter.leaf->grad = m_own.view(parameter.leaf->grad.shape());
}

/// What of the gradient is this rank's: its norm in float64, and a copy in float32 on the way to the host.
void ZeroBuckets::send_to_host(Machine &m, const ZeroParameter &parameter)
{
    if (!m_boundary) return;
    {
        const Tensor wide = m.empty({parameter.own}, Dtype::int64, "to_float64");
        m_norms.push_back(m.empty({1}, Dtype::int64, "norm"));
    }
    if (m_dtype != Dtype::fp32) (void)m.empty({parameter.own}, Dtype::fp32, "to_float32");
    parameter.leaf->grad.reset();
}

void ZeroBuckets::reduce(Machine &m)
{
    if (m_entries.empty()) return;
    average(m);
    const WithStream on(m, m_settings.overlap_comm ? zero_reduction_stream : m.stream);
    for (const ZeroParameter *entry : m_entries) {
        if (entry->own > 0) {
            if (m_settings.contiguous_gradients) copy_own(m, *entry);
        } else if (m_settings.stage == 2) {
            if (m_settings.overlap_comm && !m_settings.contiguous_gradients)
                m_previous.push_back(entry);
            else
                entry->leaf->grad.reset();
        }
    }
    m_entries.clear();
    m_elements = 0;
}

void ZeroBuckets::release()
{
    for (const ZeroParameter *other : m_previous) other->leaf->grad.reset();
    m_previous.clear();
    for (Tensor &buffer : m_buffers) buffer.reset();
    m_own.reset();
    m_ready = false;
}

} // namespace plimsoll::step
