// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/api/sweep_answer.h"
#include "core/report/table.h"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace plimsoll {

/// One point beside the one that has the first value of the last axis and is like it otherwise.
struct SweepRow {
    std::vector<std::string> values; ///< in the order of the axes
    SweepPoint point;
    Bytes need = 0;                      ///< of the sweep's first card
    std::optional<Bytes> claim;          ///< what an engine takes of it that claims memory at its start
    std::optional<Bytes> extra;          ///< need beyond that point's; absent where either is an error
    std::optional<double> saved_percent; ///< of that point's need
    std::string smallest_card;           ///< of the catalogue (smallest_card()); empty: none is known that holds it
};

/// A table that is read: more points are refused.
inline constexpr std::size_t most_table_points = 10'000;

/// Every point's row, worked out on `threads` threads. Error: more than most_table_points.
[[nodiscard]] Result<std::vector<SweepRow>> sweep_rows(const SweepJob &job, unsigned threads);

/// GiB, per cent and cards in words: a column for each axis, what is needed (and claimed), what is beyond the first value of the last
/// axis, a verdict for each card.
[[nodiscard]] report::Table sweep_table(const SweepJob &job, const std::vector<SweepRow> &rows);

/// The cells of sweep_csv_head() with differences, and the object `beside` of a line of JSON.
[[nodiscard]] std::vector<std::string> difference_cells(const SweepRow &row);
[[nodiscard]] nlohmann::ordered_json difference_to_json(const SweepRow &row);

} // namespace plimsoll
