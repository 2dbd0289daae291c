// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/replay/allocator_options.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace plimsoll {

/// What the driver gave: bytes, their peak, and the segments that they are.
struct ReservedMemory {
    /// What a segment was reserved for, rounded to 512 bytes.
    struct Request {
        Bytes address = 0, bytes = 0; ///< of the segment; what was asked for
        std::size_t moment = 0;       ///< the memory's then
    };
    Bytes bytes = 0, peak = 0;
    Count segments = 0;            ///< none of expandable ones
    std::vector<Request> requests; ///< of all segments, by address, and so oldest first
    std::size_t moment = 0;        ///< segments from here on say that they were made then
    Bytes address_end = 0; ///< of the segments so far; addresses are never used again, so that they tell the segments' age

    /// What was asked of the driver since asked_anew(), with what was held then: the most that it gave, the least that it refused.
    /// Every capacity between these would have answered the same.
    Bytes granted = 0, refused = std::numeric_limits<Bytes>::max();

    /// Whether the driver has `more` for a process that may have `capacity`.
    [[nodiscard]] bool fits(Bytes more, std::optional<Bytes> capacity)
    {
        const Bytes together = bytes + more;
        const bool held = together <= capacity.value_or(reserved_limit) && more <= reserved_limit - address_end;
        if (held)
            granted = std::max(granted, together);
        else
            refused = std::min(refused, together);
        return held;
    }
    void asked_anew()
    {
        granted = 0;
        refused = std::numeric_limits<Bytes>::max();
    }
    void change(Bytes by)
    {
        bytes += by;
        peak = std::max(peak, bytes);
    }
    /// A segment of `size` bytes for a request: its address.
    Bytes open(Bytes size, Bytes request)
    {
        change(size);
        ++segments;
        requests.push_back({address_end, request, moment});
        return std::exchange(address_end, address_end + size);
    }
    void close(Bytes address, Bytes size)
    {
        change(-size);
        --segments;
        requests.erase(std::ranges::lower_bound(requests, address, {}, &Request::address));
    }
};

} // namespace plimsoll
