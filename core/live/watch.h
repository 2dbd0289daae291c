// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/live/live.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace plimsoll {

enum class WatchFormat : std::uint8_t { text, json };

/// What `plimsoll watch` was asked for.
struct WatchOptions {
    std::optional<int> gpu;           ///< only this index
    std::optional<std::uint32_t> pid; ///< only cards with this process, and only it in the lists
    int interval_ms = 1000;           ///< 250 at least: drivers answer no faster in earnest
    std::optional<Count> count;       ///< readings; without end when absent
    WatchFormat format = WatchFormat::text;
};

/// The snapshot with only what the options ask for.
[[nodiscard]] LiveSnapshot filtered(LiveSnapshot snapshot, const WatchOptions &options);

/// A table of 80 columns, processes below their card, reasons for what is not known; without GPUs what was looked for.
/// Ends with a newline.
[[nodiscard]] std::string watch_table(const LiveSnapshot &snapshot);

/// One snapshot of schema plimsoll.live/1 on one line, which a recording is made of. Ends with a newline.
[[nodiscard]] std::string watch_json_line(const LiveSnapshot &snapshot);

/// Reads and writes until `count` is reached or `wait` gives false. `write` takes text for stdout, `wait` pauses for so many
/// milliseconds. True when the last reading had a GPU.
[[nodiscard]] bool watch(LiveSource &source, const WatchOptions &options, const std::function<void(const std::string &)> &write,
                         const std::function<bool(int)> &wait);

} // namespace plimsoll
