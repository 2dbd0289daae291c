// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/staircase.h"

#include "core/replay/caching_allocator.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace plimsoll {

/// Segment by segment.
std::vector<Staircase::Request> Staircase::in_pairs(const Step &near, const Step &other)
{
    const std::vector<Bytes> &here = near.estimate->fullest().requests, &there = other.estimate->fullest().requests;
    const auto run = static_cast<double>(other.value - near.value);
    std::vector<Request> out;
    for (std::size_t i = 0; i < here.size(); ++i)
        if (here[i] != there[i]) out.push_back({here[i], static_cast<double>(there[i] - here[i]) / run});
    return out;
}

/// Where a step has a segment more: what both have asked for stays, all else is taken to be in proportion to the value.
std::vector<Staircase::Request> Staircase::in_proportion(const Step &near, const Step &other)
{
    std::vector<Bytes> here = near.estimate->fullest().requests, there = other.estimate->fullest().requests, own;
    std::ranges::sort(here);
    std::ranges::sort(there);
    std::ranges::set_difference(here, there, std::back_inserter(own));
    std::vector<Request> out;
    for (const Bytes bytes : own) out.push_back({bytes, static_cast<double>(bytes) / static_cast<double>(near.value)});
    return out;
}

std::optional<Staircase> Staircase::through(const Step &near, const Step &other)
{
    const ProcessEstimate &here = near.estimate->fullest(), &there = other.estimate->fullest();
    if (here.requests.empty() || there.requests.empty() || near.value == other.value) return std::nullopt;
    Staircase out;
    out.m_near = near;
    const bool alike = other.here && here.requests.size() == there.requests.size();
    out.m_growing = alike ? in_pairs(near, other) : in_proportion(near, other);
    if (out.m_growing.empty()) return std::nullopt;
    for (const Request &request : out.m_growing) out.m_growing_reserved += segment_bytes(request.bytes);
    const Bytes risen = there.peak.reserved - here.peak.reserved;
    const double share = risen != 0 && other.here ? static_cast<double>(other.need - near.need) / static_cast<double>(risen)
                                                  : static_cast<double>(near.need) / static_cast<double>(here.peak.reserved);
    if (!(share > 0.5 && share < 4)) return std::nullopt;
    out.m_share = share;
    return out;
}

Bytes Staircase::need(Count value) const
{
    const auto run = static_cast<double>(value - m_near.value);
    Bytes reserved = 0;
    for (const Request &request : m_growing) reserved += segment_bytes(request.bytes + std::llround(request.growth * run));
    return m_near.need + std::llround(static_cast<double>(reserved - m_growing_reserved) * m_share);
}

Count Staircase::reach(Bytes bytes, Count least, Count most) const
{
    Count fits = least - 1, fails = most + 1;
    while (fails - fits > 1) {
        const Count value = fits + (fails - fits) / 2;
        (need(value) <= bytes ? fits : fails) = value;
    }
    return fits;
}

} // namespace plimsoll
