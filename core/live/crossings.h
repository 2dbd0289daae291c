// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/live/live.h"
#include "core/live/room.h"

#include <set>
#include <string>
#include <vector>

namespace plimsoll {

/// Cards that became nearly full, each told once: again only after it has been some per cent below in between, so that one that hovers
/// at the limit is not told at every reading.
class Crossings {
public:
    static constexpr int back_below = 5; ///< per cent under the limit that end a crossing

    /// The cards of `snapshot` that are over `percent` for the first time. A card without figures stays as it was; another limit
    /// holds from this reading on.
    [[nodiscard]] std::vector<LiveGpu> take(const LiveSnapshot &snapshot, int percent);

private:
    std::set<std::string> m_over; ///< uuid, or label where there is none
};

} // namespace plimsoll
