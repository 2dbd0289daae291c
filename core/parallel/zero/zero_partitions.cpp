// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/zero/zero_partitions.h"

#include <algorithm>
#include <numeric>

namespace plimsoll {

namespace {

Count up_to(Count value, Count multiple) { return (value + multiple - 1) / multiple * multiple; }

/// _round_robin_reorder: the first of every `ranks` parameters, then the second ones, and so on.
std::vector<std::size_t> order_of(std::size_t parameters, Count ranks, bool round_robin)
{
    std::vector<std::size_t> out(parameters);
    std::iota(out.begin(), out.end(), std::size_t{0});
    if (!round_robin) return out;
    const auto lane = [ranks](std::size_t parameter) { return parameter % static_cast<std::size_t>(ranks); };
    std::ranges::stable_sort(out, std::less{}, lane);
    return out;
}

} // namespace

ZeroGroup::ZeroGroup(std::vector<Count> sizes, Count ranks, FlatOrder order)
    : m_sizes(std::move(sizes)), m_begin(m_sizes.size()), m_in_flat(order_of(m_sizes.size(), ranks, order.round_robin)),
      m_ranks(ranks)
{
    Count end = 0;
    for (const std::size_t parameter : m_in_flat) {
        end = up_to(end, order.alignment);
        m_begin[parameter] = end;
        end += m_sizes[parameter];
    }
    m_flat = up_to(end, 2 * ranks); // nccl_start_alignment_factor: 4 bytes of 16-bit elements
}

std::vector<OwnedSlice> ZeroGroup::slices_of(std::size_t parameter) const
{
    std::vector<OwnedSlice> out;
    if (partition() == 0) return out;
    Count at = m_begin[parameter];
    const Count end = at + m_sizes[parameter];
    while (at < end) {
        const Count owner = at / partition();
        const Count next = std::min(end, (owner + 1) * partition());
        out.push_back({parameter, owner, next - at});
        at = next;
    }
    return out;
}

bool ZeroGroup::touches(std::size_t parameter, Count rank) const
{
    const Count begin = m_begin[parameter], end = begin + m_sizes[parameter];
    return begin < (rank + 1) * partition() && end > rank * partition() && begin < end;
}

std::vector<OwnedSlice> ZeroGroup::owned_by(Count rank) const
{
    std::vector<OwnedSlice> out;
    const Count first = rank * partition(), last = first + partition();
    for (const std::size_t parameter : m_in_flat) {
        if (!touches(parameter, rank)) continue;
        const Count begin = std::max(first, m_begin[parameter]);
        out.push_back({parameter, rank, std::min(last, m_begin[parameter] + m_sizes[parameter]) - begin});
    }
    return out;
}

ZeroPartitions::ZeroPartitions(const std::vector<std::vector<Count>> &groups, Count ranks, FlatOrder order)
{
    for (const std::vector<Count> &sizes : groups) // the engine drops groups without parameters
        if (!sizes.empty()) m_groups.emplace_back(sizes, ranks, order);
}

Count ZeroPartitions::whole_in_partition(Count rank) const
{
    Count out = 0;
    for (const ZeroGroup &group : m_groups)
        for (const OwnedSlice &slice : group.owned_by(rank)) out += group.sizes()[slice.parameter];
    return out;
}

Count ZeroPartitions::largest_slice(Count rank) const
{
    Count out = 0;
    for (const ZeroGroup &group : m_groups)
        for (const OwnedSlice &slice : group.owned_by(rank)) out = std::max(out, slice.elements);
    return out;
}

Count ZeroPartitions::partition() const
{
    Count out = 0;
    for (const ZeroGroup &group : m_groups) out += group.partition();
    return out;
}

std::vector<Count> fullest_besides_first(const ZeroPartitions &partitions, Count ranks)
{
    constexpr Count most = 64;
    Count whole = 0, slice = 0;
    for (Count rank = 1; rank < std::min(ranks, most); ++rank) {
        if (partitions.whole_in_partition(rank) > partitions.whole_in_partition(whole)) whole = rank;
        if (partitions.largest_slice(rank) > partitions.largest_slice(slice)) slice = rank;
    }
    std::vector<Count> out;
    if (whole != 0) out.push_back(whole);
    if (slice != 0 && slice != whole) out.push_back(slice);
    return out;
}

std::vector<std::size_t> zero_3_sub_groups(const std::vector<Count> &shares, Count most)
{
    std::vector<std::size_t> out;
    std::size_t taken = 0;
    Count elements = 0;
    for (std::size_t i = 0; i < shares.size(); ++i) {
        elements += shares[i];
        ++taken;
        if (elements < most && i + 1 < shares.size()) continue;
        out.push_back(taken);
        taken = 0;
        elements = 0;
    }
    return out;
}

} // namespace plimsoll
