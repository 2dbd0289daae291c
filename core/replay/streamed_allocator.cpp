// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/streamed_allocator.h"

#include <algorithm>

namespace plimsoll {

StreamedAllocator::StreamedAllocator(const AllocatorOptions &options) : m_options(options), m_capacity(options.capacity)
{
    m_options.capacity.reset(); // each stream's is what the others leave
    m_streams.emplace_back(m_options);
}

void StreamedAllocator::use_stream(std::uint8_t stream)
{
    m_stream = stream;
    while (m_streams.size() <= stream) m_streams.emplace_back(m_options);
}

bool StreamedAllocator::allocate_here(std::uint32_t id, Bytes bytes)
{
    CachingAllocator &here = m_streams[m_stream];
    const Bytes before = here.reserved();
    if (m_capacity) here.set_capacity(*m_capacity - (m_reserved - before));
    const Count retries = here.retries();
    const bool held = here.allocate(id, bytes);
    m_retries += here.retries() - retries;
    sum();
    return held;
}

bool StreamedAllocator::allocate(std::uint32_t id, Bytes bytes)
{
    if (!allocate_here(id, bytes)) {
        // release_cached_blocks gives back every pool's
        empty_cache();
        if (!allocate_here(id, bytes)) return false;
    }
    if (id >= m_stream_of.size()) m_stream_of.resize(std::max<std::size_t>(id + 1, 2 * m_stream_of.size()));
    m_stream_of[id] = m_stream;
    return true;
}

void StreamedAllocator::free(std::uint32_t id)
{
    if (id >= m_stream_of.size()) return;
    m_streams[m_stream_of[id]].free(id);
    sum();
}

void StreamedAllocator::empty_cache()
{
    for (CachingAllocator &stream : m_streams) stream.empty_cache();
    sum();
}

void StreamedAllocator::sum()
{
    m_allocated = m_reserved = 0;
    for (const CachingAllocator &stream : m_streams) {
        m_allocated += stream.allocated();
        m_reserved += stream.reserved();
    }
    m_peak_allocated = std::max(m_peak_allocated, m_allocated);
    m_peak_reserved = std::max(m_peak_reserved, m_reserved);
}

void StreamedAllocator::reset_peaks()
{
    m_peak_allocated = m_allocated;
    m_peak_reserved = m_reserved;
}

Count StreamedAllocator::segments() const
{
    Count sum = 0;
    for (const CachingAllocator &stream : m_streams) sum += stream.segments();
    return sum;
}

std::vector<Bytes> StreamedAllocator::asked() const
{
    std::vector<Bytes> out;
    for (const CachingAllocator &stream : m_streams) {
        const std::vector<Bytes> of = stream.asked();
        out.insert(out.end(), of.begin(), of.end());
    }
    return out;
}

} // namespace plimsoll
