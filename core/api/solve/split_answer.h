// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/api/outcome.h"
#include "core/fit/splits/split_search.h"
#include "core/plan/amount/run_amount.h"
#include "core/report/ranks/rank_figures.h"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace plimsoll {

/// "Which split fits on these cards, with the fewest of them, or for the least money?"
struct SplitAsk {
    SplitGoal goal = SplitGoal::fits;
    SplitOrder order = SplitOrder::sent;
    std::optional<Count> global_batch; ///< null: the plan's micro_batch × gradient_accumulation × parallel.data
    RunAmount amount = {};             ///< whose hours and dollars are told where time ranks the splits
};
[[nodiscard]] std::string_view name_of(SplitGoal goal);
/// As it is typed. Error names "split".
[[nodiscard]] Result<SplitGoal> split_goal(const std::string &name);
/// What is minimized beside it: hours | cost. Error names "minimize".
[[nodiscard]] Result<SplitOrder> split_order(const std::string &name);

struct SplitAnswer {
    SplitGoal goal = SplitGoal::fits;
    Count global_batch = 1;
    RunAmount amount = {};
    struct OfCards {
        std::string gpu; ///< catalogue's name; "the cheapest machine" of what was rented
        Count cards = 1;
        SplitSearch search;
    };
    std::vector<OfCards>
        found; ///< for each of the plan's cards; of `cheapest` one: the machine with the lowest price that holds it
};

/// Errors name the field of the plan: task, target.gpus.
[[nodiscard]] Result<SplitAnswer> find_splits(const ArchitectureRef &model, const Plan &plan, const SplitAsk &ask,
                                              const SplitProgress &progress = {});

/// docs/schema/solve.md
[[nodiscard]] nlohmann::ordered_json splits_to_json(const SplitAnswer &answer);
/// A row for each split, the best first.
[[nodiscard]] report::Table splits_table(const SplitAnswer &answer);
/// What stands below the table: what was ruled out, and what the nearest lacks where nothing fits.
[[nodiscard]] std::vector<std::string> split_remarks(const SplitAnswer &answer);
[[nodiscard]] Outcome outcome_of(const SplitAnswer &answer);

} // namespace plimsoll
