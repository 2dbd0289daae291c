// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"
#include "core/ground/result.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace plimsoll {

/// How a loader makes micro-batches of rows that are not alike.
enum class Batching : std::uint8_t {
    padded,      ///< in random order, each padded to its longest row
    by_length,   ///< rows of like length beside each other (transformers' LengthGroupedSampler), padded likewise
    packed,      ///< sequences of the plan's length, filled with whole rows
    padding_free ///< a micro-batch's rows one behind another, without padding
};
[[nodiscard]] std::string_view name_of(Batching batching);
[[nodiscard]] std::optional<Batching> batching_named(std::string_view name);
/// "padded | by_length | packed | padding_free"
[[nodiscard]] std::string_view batching_names();

/// How many tokens the rows of a data set have. Of pairs, the longer text of each.
struct RowLengths {
    std::vector<std::pair<Count, double>> rows; ///< a length and how many rows have it; lengths ascend
    bool operator==(const RowLengths &) const = default;
    [[nodiscard]] double count() const;  ///< rows
    [[nodiscard]] double tokens() const; ///< of all rows
};

/// [812, 40, 2100], or {"length": [40, 812], "rows": [17, 3]}: lengths from 1 to 16,777,216. The error's field is amount.lengths.
[[nodiscard]] Result<RowLengths> lengths_from_json(const nlohmann::json &value);
/// A file's text: a length a line, the JSON of lengths_from_json, JSON lines whose `length` is one or whose `input_ids` are a row, or a
/// table with commas whose first line names its columns: a lone one, or `length` and where it is there `rows`.
[[nodiscard]] Result<RowLengths> lengths_from_text(std::string_view text);
/// {"length": […], "rows": […]}
[[nodiscard]] nlohmann::ordered_json lengths_to_json(const RowLengths &lengths);

} // namespace plimsoll
