// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "tests/accuracy/judge.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace plimsoll::accuracy {

/// A row judged on one figure; `error` is signed.
struct Case {
    const Judgement *judgement = nullptr;
    double error = 0;
};

/// Relative errors of one figure over many rows.
struct ErrorSummary {
    std::size_t n = 0;
    double median = 0, p95 = 0, worst = 0; ///< of |error|; p95 by nearest rank
    double bias = 0;                       ///< median of the signed error; negative: too low
    std::size_t under = 0;                 ///< rows more than 1 % too low
    std::vector<Case> worst_cases;         ///< largest |error| first
};

/// One line of the table.
struct TableLine {
    std::string name;
    std::size_t rows = 0, refused = 0;
    ErrorSummary allocated, reserved, required, device;
    std::size_t phases_known = 0, phases_right = 0;
    std::size_t intervals_known = 0, intervals_cover = 0; ///< 90 % intervals that hold the reference
};

[[nodiscard]] ErrorSummary summarize(std::vector<Case> cases, std::size_t worst_cases);
[[nodiscard]] TableLine line_of(std::string name, std::span<const Judgement *const> judgements, std::size_t worst_cases);

/// One line per value of `field` (see Row::value_of), sorted by name.
[[nodiscard]] std::vector<TableLine> table_by(const std::string &field, std::span<const Judgement *const> judgements,
                                              std::size_t worst_cases);

[[nodiscard]] std::string text_of(const std::string &title, std::span<const TableLine> lines);
/// A narrow table for readers: one line per kind of run, allocated and reserved.
[[nodiscard]] std::string summary_text(std::span<const Judgement *const> judgements);
[[nodiscard]] std::string worst_text(const TableLine &all);
[[nodiscard]] nlohmann::json json_of(const TableLine &line);

} // namespace plimsoll::accuracy
