// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/live/live.h"

#include <map>
#include <memory>

namespace plimsoll {

/// What one GPU held at one reading.
struct LivePoint {
    std::int64_t time_ms = 0;        ///< since 1970-01-01 UTC
    Bytes used = 0;                  ///< by all processes
    std::optional<Bytes> in_process; ///< by the process that is followed; absent where the driver does not say
    bool operator==(const LivePoint &) const = default;
};

/// The process that holds most of a GPU, as far as the driver tells; null where it tells none.
[[nodiscard]] const LiveProcess *largest_process(const LiveGpu &gpu);

/// The readings of the last five minutes, by GPU. Five minutes back from the newest reading, so that a recording keeps its own.
class LiveHistory {
public:
    static constexpr std::int64_t span_ms = 300'000;

    /// A reading of the same moment as the last one, as a recording gives at its end, is that one again.
    void add(const LiveSnapshot &snapshot);
    void clear() { m_readings.clear(); }
    /// Oldest first; empty for a GPU that was not read. `label`: LiveGpu::label(). Beside what all processes hold, what `pid` does;
    /// absent: at each reading the one that held the most.
    [[nodiscard]] std::vector<LivePoint> of(const std::string &label, std::optional<std::uint32_t> pid = {}) const;

private:
    struct Held {
        std::uint32_t pid = 0;
        Bytes bytes = 0;
    };
    struct OneReading {
        std::int64_t time_ms = 0;
        Bytes used = 0;
        std::shared_ptr<const std::vector<Held>> held; ///< never changed, so that a copy of the history is cheap
    };
    std::map<std::string, std::vector<OneReading>> m_readings;
};

} // namespace plimsoll
