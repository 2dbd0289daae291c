// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/live/live.h"
#include "core/live/plan_mark.h"
#include "core/live/room.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace plimsoll {

enum class WatchFormat : std::uint8_t { text, json, csv };

/// What `plimsoll watch` was asked for.
struct WatchOptions {
    std::optional<int> gpu;       ///< only this index
    std::set<std::uint32_t> pids; ///< only cards with one of these processes, and only they in the lists; empty: all
    int interval_ms = 1000;       ///< 250 at least: drivers answer no faster in earnest
    std::optional<Count> count;   ///< readings; without end when absent
    WatchFormat format = WatchFormat::text;
    std::optional<Limit> above;           ///< ends when a card, or a process that is watched, passes it
    std::optional<Bytes> until;           ///< ends when so much is free on a card
    std::optional<Bytes> allocate;        ///< says for each card whether so much can be allocated
    Limit warn{.percent = usual_warning}; ///< said in the text from here on
    std::optional<PlanMark> plan;         ///< stands beside each card
};

/// How a watch ended.
enum class Watched : std::uint8_t {
    seen,    ///< readings of a card; what was asked for is so
    passed,  ///< the limit was passed; so much was not free
    unknown, ///< no card, or none that tells what was asked for
};

/// The snapshot with only what the options ask for.
[[nodiscard]] LiveSnapshot filtered(LiveSnapshot snapshot, const WatchOptions &options);

/// A table of 80 columns, processes below their card, reasons for what is not known, what the options ask to be said; without
/// GPUs what was looked for. Ends with a newline.
[[nodiscard]] std::string watch_table(const LiveSnapshot &snapshot, const WatchOptions &options = {});

/// One snapshot of schema plimsoll.live/1 on one line, which a recording is made of. Ends with a newline.
[[nodiscard]] std::string watch_json_line(const LiveSnapshot &snapshot, const WatchOptions &options = {});

/// A row for each card and a row for each of its processes, quoted after RFC 4180; what is not known is an empty cell.
[[nodiscard]] std::string watch_csv_header();
[[nodiscard]] std::string watch_csv_rows(const LiveSnapshot &snapshot);

/// Reads and writes until `count` is reached or `wait` gives false. `write` takes text for stdout, `wait` pauses for so many
/// milliseconds. Ends at once where a limit of the options is passed or reached.
[[nodiscard]] Watched watch(LiveSource &source, const WatchOptions &options,
                            const std::function<void(const std::string &)> &write, const std::function<bool(int)> &wait);

} // namespace plimsoll
