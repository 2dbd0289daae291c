// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/caching_allocator.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace plimsoll {
namespace {

constexpr Bytes block_unit = 512;
constexpr Bytes small_segment = 2 * mib;
constexpr Bytes own_segment_from = 10 * mib; // from here on a request gets a segment of its own size
constexpr Bytes segment_unit = 2 * mib;
constexpr Bytes request_limit = Bytes{1} << 60;
constexpr Bytes reserved_limit = Bytes{1} << 61;

} // namespace

Bytes segment_bytes(Bytes request, Bytes large_segment)
{
    if (CachingAllocator::is_small(request)) return small_segment;
    return request < own_segment_from ? large_segment : round_up(request, segment_unit);
}

CachingAllocator::CachingAllocator(const AllocatorOptions &options)
    : m_options(options), m_best_fits(!options.expandable_segments && !options.max_split_size)
{
    if (!m_options.expandable_segments) return;
    for (const bool small : {false, true}) { // address space without end; torch 2.15 reserves 9/8 of the card for each
        const Bytes page = page_of(small);
        remember_unmapped(make_block({.size = reserved_limit / page * page, .small = small, .mapped = false}));
    }
}

/// round_size and roundup_power2_next_division.
Bytes CachingAllocator::rounded(Bytes bytes) const
{
    const Bytes divisions = m_options.roundup_power2_divisions;
    if (divisions <= 1 || bytes <= block_unit * divisions) return std::max(round_up(bytes, block_unit), block_unit);
    const auto floor = static_cast<Bytes>(std::bit_floor(static_cast<std::uint64_t>(bytes)));
    const Bytes step = floor >> (std::bit_width(static_cast<std::uint64_t>(divisions)) - 1);
    return bytes == floor ? bytes : round_up(bytes, step);
}

/// should_split
bool CachingAllocator::splits(bool small, Bytes size, Bytes rest) const
{
    const bool any_rest = small || m_options.expandable_segments;
    return any_rest ? rest >= block_unit : !oversize(size) && rest > small_limit;
}

bool CachingAllocator::within_capacity(Bytes more) const
{
    return m_reserved + more <= m_options.capacity.value_or(reserved_limit) && more <= reserved_limit - m_address_end;
}

void CachingAllocator::change_reserved(Bytes by)
{
    m_reserved += by;
    m_peak_reserved = std::max(m_peak_reserved, m_reserved);
}

std::vector<FreeBlock> CachingAllocator::free_blocks(bool small) const
{
    std::vector<FreeBlock> out = m_pools[small ? 1 : 0].bins.all();
    for (FreeBlock &free : out) free.block = no_block;
    return out;
}

std::optional<CachingAllocator::Place> CachingAllocator::place_of(std::uint32_t id) const
{
    if (!names(id) || m_block_of[id] >= counted_from) return std::nullopt;
    const Block &block = m_blocks[m_block_of[id]];
    return Place{block.small, block.address, block.size};
}

std::vector<Bytes> CachingAllocator::asked() const
{
    std::vector<Bytes> out;
    out.reserve(m_requests.size());
    for (const Request &request : m_requests) out.push_back(request.bytes);
    return out;
}

void CachingAllocator::reset_peaks()
{
    m_peak_allocated = m_allocated;
    m_peak_reserved = m_reserved;
}

/// Index of a block that nobody uses. What seldom happens here and below stands apart: with it in line, each call would save a
/// dozen registers.
inline BlockIndex CachingAllocator::spare_block()
{
    if (m_spare == no_block) return one_more_block();
    return std::exchange(m_spare, m_blocks[m_spare].next);
}

[[gnu::noinline]] BlockIndex CachingAllocator::one_more_block()
{
    m_blocks.emplace_back();
    return static_cast<BlockIndex>(m_blocks.size() - 1);
}

inline void CachingAllocator::name(std::uint32_t id, BlockIndex block)
{
    if (id >= m_block_of.size()) make_room_for(id);
    m_block_of[id] = block;
}

[[gnu::noinline]] void CachingAllocator::make_room_for(std::uint32_t id)
{
    m_block_of.resize(std::size_t{id} + 1 + id / 2, no_block);
}

bool CachingAllocator::allocate(std::uint32_t id, Bytes bytes)
{
    if (bytes <= 0 || bytes >= request_limit) return bytes == 0;
    const Bytes size = rounded(bytes);
    const bool small = size <= small_limit;
    BlockBins &bins = m_pools[small ? 1 : 0].bins;
    BlockIndex block = m_best_fits ? bins.take_best(size) : find_free_among(bins, size);
    if (block == no_block) block = reserve_or_reclaim(small, size);
    if (block == no_block) return false;

    if (splits(small, size, m_blocks[block].size - size)) keep(splice_after(block, size, true));
    m_blocks[block].allocated = true;
    m_allocated += m_blocks[block].size;
    m_peak_allocated = std::max(m_peak_allocated, m_allocated);
    name(id, block);
    return true;
}

bool CachingAllocator::pass_through(Bytes bytes)
{
    if (bytes <= 0 || bytes >= request_limit || !m_best_fits) return false;
    const Bytes size = rounded(bytes);
    const bool small = size <= small_limit;
    const FreeBlock found = m_pools[small ? 1 : 0].bins.best_fit(size);
    if (found.block == no_block) return false;
    const Bytes taken = splits(small, size, found.size - size) ? size : found.size;
    m_peak_allocated = std::max(m_peak_allocated, m_allocated + taken);
    return true;
}

void CachingAllocator::count(std::uint32_t id, Bytes bytes)
{
    const Bytes size = rounded(bytes);
    m_allocated += size;
    m_peak_allocated = std::max(m_peak_allocated, m_allocated);
    name(id, counted_from + static_cast<BlockIndex>(size / block_unit));
}

void CachingAllocator::free(std::uint32_t id)
{
    if (id >= m_block_of.size()) return;
    const BlockIndex block = std::exchange(m_block_of[id], no_block);
    if (block >= counted_from) {
        if (block != no_block) m_allocated -= Bytes{block - counted_from} * block_unit;
        return;
    }
    m_allocated -= m_blocks[block].size;
    m_blocks[block].allocated = false;
    absorb(block, m_blocks[block].previous);
    absorb(block, m_blocks[block].next);
    keep(block);
}

BlockIndex CachingAllocator::make_block(const Block &block)
{
    const BlockIndex index = spare_block();
    m_blocks[index] = block;
    return index;
}

/// Cuts a block that is in no list after its `first` bytes; returns the second part, in no list either. Field by field: a
/// processor waits for what it has just written when it is to read two fields at once.
BlockIndex CachingAllocator::splice_after(BlockIndex block, Bytes first, bool mapped)
{
    const BlockIndex index = spare_block();
    Block &whole = m_blocks[block];
    Block &rest = m_blocks[index];
    rest.address = whole.address + first;
    rest.size = whole.size - first;
    rest.previous = block;
    rest.next = whole.next;
    rest.small = whole.small;
    rest.allocated = false;
    rest.mapped = mapped;
    if (whole.next != no_block) m_blocks[whole.next].previous = index;
    whole.next = index;
    whole.size = first;
    return index;
}

/// Merges a free neighbour of the same kind into `block`, which is in no list.
void CachingAllocator::absorb_free(BlockIndex block, BlockIndex neighbour)
{
    Block &into = m_blocks[block];
    const Block &from = m_blocks[neighbour];
    if (from.mapped != into.mapped) return;
    if (from.mapped)
        drop(neighbour);
    else
        forget_unmapped(neighbour);
    if (into.previous == neighbour) {
        into.address = from.address;
        into.previous = from.previous;
        if (into.previous != no_block) m_blocks[into.previous].next = block;
    } else {
        into.next = from.next;
        if (into.next != no_block) m_blocks[into.next].previous = block;
    }
    into.size += from.size;
    no_longer_needs(neighbour);
}

/// Puts a free block into its bin.
void CachingAllocator::keep(BlockIndex block)
{
    const Block &kept = m_blocks[block];
    pool_of(kept).bins.insert(kept.size, kept.address, block);
}

/// Takes it out again.
void CachingAllocator::drop(BlockIndex block)
{
    pool_of(m_blocks[block]).bins.erase(m_blocks[block].size, m_blocks[block].address);
}

/// get_free_block, where not every best fit may be taken: taken out of its bin.
[[gnu::noinline]] BlockIndex CachingAllocator::find_free_among(BlockBins &bins, Bytes size)
{
    const FreeBlock best = bins.best_fit(size);
    if (best.block == no_block) return no_block;
    const BlockIndex found = m_options.expandable_segments ? best_expandable(bins, best) : best.block;
    const Bytes bytes = m_blocks[found].size;
    if (oversize(bytes) && (!oversize(size) || bytes >= size + m_options.max_non_split_rounding)) return no_block;
    drop(found);
    return found;
}

/// alloc_block: new memory from the driver, in no list; no_block when it has none.
BlockIndex CachingAllocator::reserve(bool small, Bytes size)
{
    return m_options.expandable_segments ? expand(small, size) : new_segment(small, size);
}

[[gnu::noinline]] BlockIndex CachingAllocator::reserve_or_reclaim(bool small, Bytes size)
{
    BlockIndex block = reserve(small, size);
    if (block == no_block && release_oversize(small, size)) block = reserve(small, size);
    if (block != no_block) return block;
    empty_cache();
    ++m_retries;
    return reserve(small, size);
}

BlockIndex CachingAllocator::new_segment(bool small, Bytes size)
{
    const Bytes bytes = segment_bytes(size, m_options.large_segment);
    if (!within_capacity(bytes)) return no_block;
    change_reserved(bytes);
    ++m_segments;
    m_requests.push_back({m_address_end, size, m_moment});
    return make_block({.address = std::exchange(m_address_end, m_address_end + bytes), .size = bytes, .small = small});
}

/// Gives a segment back that is one free block.
void CachingAllocator::release_segment(BlockIndex block)
{
    drop(block);
    change_reserved(-m_blocks[block].size);
    --m_segments;
    m_requests.erase(std::ranges::lower_bound(m_requests, m_blocks[block].address, {}, &Request::address));
    no_longer_needs(block);
}

void CachingAllocator::empty_cache()
{
    for (Pool &pool : m_pools) {
        for (const FreeBlock &entry : pool.bins.all()) {
            const Block &block = m_blocks[entry.block];
            if (m_options.expandable_segments)
                unmap(entry.block);
            else if (block.previous == no_block && block.next == no_block)
                release_segment(entry.block);
        }
    }
}

/// release_available_cached_blocks: frees the smallest oversized segment that is large enough, else the largest ones until
/// they are.
bool CachingAllocator::release_oversize(bool small, Bytes size)
{
    if (!m_options.max_split_size || m_options.expandable_segments) return false;
    BlockBins &bins = m_pools[small ? 1 : 0].bins;
    const Bytes wanted = std::max(size, *m_options.max_split_size);
    if (const FreeBlock enough = bins.best_fit(wanted); enough.block != no_block) {
        release_segment(enough.block);
        return true;
    }
    Bytes released = 0;
    const std::vector<FreeBlock> all = bins.all();
    for (auto largest = all.rbegin(); largest != all.rend() && released < wanted && oversize(largest->size); ++largest) {
        released += largest->size;
        release_segment(largest->block);
    }
    return released >= wanted;
}

} // namespace plimsoll
