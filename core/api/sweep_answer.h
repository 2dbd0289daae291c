// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/sweep.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// Points from which on the caching allocator is not replayed unless asked for.
inline constexpr std::size_t most_replayed_points = 1000;

/// A sweep that is ready to be worked out.
struct SweepJob {
    Sweep sweep;
    ArchitectureRef architecture;
    SweepTarget target;
    bool replay = true;            ///< false: bytes of tensors and the usual slack, without the allocator's blocks
    std::vector<std::string> idle; ///< axes that change nothing, neither where the sweep begins nor where it ends
};

/// `exact`: the allocator is replayed at every point, however many. Errors name the field or the card.
[[nodiscard]] Result<SweepJob> sweep_job(const ArchitectureRef &architecture, const Sweep &sweep, const Target &target,
                                         bool exact = false);

/// The header of a table of points, and one line for each point: what the axes are there, figures, a verdict for each card.
[[nodiscard]] std::string sweep_csv_head(const SweepJob &job);

enum class SweepFormat : std::uint8_t { csv, json_lines };

/// One point's line, with its newline.
struct SweepLine {
    std::string text;
    bool ok = true; ///< false: the line says the error
};

/// Every point's line in order, worked out on `threads` threads a block at a time. False when one was an error.
bool write_points(const SweepJob &job, SweepFormat format, unsigned threads, const std::function<void(const SweepLine &)> &write);

} // namespace plimsoll
