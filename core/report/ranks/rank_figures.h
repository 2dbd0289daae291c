// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/figures.h"
#include "core/report/plan_answer.h"
#include "core/report/table.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

// What reports say of a training that is spread over ranks.

/// Whether a report has more to say than of one process on one card.
[[nodiscard]] bool speaks_of_ranks(const Estimate &estimate);

/// role_of() for people: "first stage", "rank 3".
[[nodiscard]] std::string role_in_words(const Rank &rank, const Plan &plan);

/// A row for each kind of rank, the fullest first: role, how many, allocated, reserved, on the device, its interval, where its
/// peak is. Figures without the unit's name.
[[nodiscard]] report::Table ranks_table(const Estimate &estimate, const ByteFigures &in);

/// A figure beside the cards: of the hosts, of writing a checkpoint, of what is sent.
struct RunFigure {
    std::string key;   ///< "host_load_bytes", as the JSON answer calls it
    std::string title; ///< "Host, while loading"
    Bytes bytes = 0;
    std::string why; ///< how it comes about, with its source; may be empty
};
/// Of the run, those that are known; none of one process without an engine.
[[nodiscard]] std::vector<RunFigure> run_figures_of(const Estimate &estimate);
/// Their keys in any of the answers, and one of them by its key; absent where it is not known.
[[nodiscard]] std::vector<std::string> run_keys(const std::vector<PlanAnswer> &answers);
[[nodiscard]] std::optional<Bytes> run_figure(const Estimate &estimate, std::string_view key);
/// The same as a table: title, figure, why.
[[nodiscard]] report::Table run_table(const Estimate &estimate, const ByteFigures &in);

} // namespace plimsoll
