// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/plan/amount/row_lengths.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace plimsoll {

/// How much a run has to go through.
struct RunAmount {
    std::optional<double> tokens; ///< of the data set; of a serving, that come out
    std::optional<double> rows;   ///< in place of them: sequences of the plan's length; of a serving, requests
    double epochs = 1;            ///< how often it goes through them
    std::optional<RowLengths>
        lengths; ///< of a training's rows, whose number `rows` then is unless another is named; absent: the plan's
    std::optional<Batching> batches; ///< of rows of those lengths; absent: padded, or packed where the plan says `padded: false`
    bool operator==(const RunAmount &) const = default;
    [[nodiscard]] bool named() const { return tokens || rows; }
};

/// "10M", "1e7", "10 000 000": above 0 and at most 10¹⁸; nothing where it is no such number.
[[nodiscard]] std::optional<double> amount_from_text(std::string_view text);

/// Names as many rows as have stated lengths, where nothing else is named.
void count_rows(RunAmount &amount);

/// {"tokens": 1e7, "epochs": 3}; lengths as lengths_from_json reads them, `batches` by name_of(Batching). The error's field begins with "amount".
[[nodiscard]] Result<RunAmount> amount_from_json(const nlohmann::json &object);
[[nodiscard]] nlohmann::ordered_json amount_to_json(const RunAmount &amount);

/// "10 M tokens", "3 epochs of 50,000 rows": a phrase; empty where nothing is named.
[[nodiscard]] std::string amount_in_words(const RunAmount &amount);

} // namespace plimsoll
