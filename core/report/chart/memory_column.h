// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/estimate/estimate.h"

#include <optional>
#include <string>

namespace plimsoll {

/// A scenario, or one kind of its ranks, as a column of a chart: bytes on the device.
struct MemoryColumn {
    std::string id; ///< unique in its chart
    std::string title;
    ComponentBytes components{};             ///< sums to `total`
    Bytes total = 0;                         ///< what it needs of the card
    std::optional<Interval> interval = {};   ///< 90 %, of `total`; absent for a lower bound
    std::optional<Bytes> difference = {};    ///< to the baseline; absent for the baseline and without one
    std::optional<Bytes> claim = {};         ///< what an engine takes of the card; absent: what it needs
    std::optional<Bytes> rule_of_thumb = {}; ///< the envelope's sum
    std::string problem = {};                ///< not empty: there is no estimate, and why
    bool selected = false;
    bool baseline = false;
    bool part = false; ///< one kind of rank of a scenario
    bool operator==(const MemoryColumn &) const = default;
};

/// The column of a process at its peak.
[[nodiscard]] MemoryColumn memory_column(const ProcessEstimate &process, std::string id, std::string title);
/// Of the process whose figures come first.
[[nodiscard]] MemoryColumn memory_column(const Estimate &estimate, std::string id, std::string title);

} // namespace plimsoll
