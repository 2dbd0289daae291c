// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/api/outcome.h"
#include "core/fit/choice.h"
#include "core/fit/solver.h"
#include "core/plan/amount/run_amount.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <variant>
#include <vector>

namespace plimsoll {

/// What is looked for: the largest value of a field, the smallest card, number of cards or price, the split of a global batch.
struct GlobalBatch {
    Count examples = 1;
};
using SolveFor = std::variant<SolveField, MinimizeField, GlobalBatch>;

/// As it is typed. Errors name "maximize", "minimize" or "global-batch".
[[nodiscard]] Result<SolveFor> maximize(const std::string &field);
[[nodiscard]] Result<SolveFor> minimize(const std::string &what);
[[nodiscard]] Result<SolveFor> split_batch(const std::string &examples);

/// The smallest of what was asked for.
struct Minima {
    MinimizeField field = MinimizeField::card;
    std::vector<Minimum> found; ///< one, of `cards` one for each of the plan's cards
    RunAmount amount = {};      ///< what the run goes through, where hours or dollars are asked for
    double tokens = 0;          ///< that it comes to; 0: nobody named any
};

/// An answer to one question of the solver.
struct SolveAnswer {
    ArchitectureRef model;
    Plan plan;                                                                    ///< as it was asked
    std::variant<std::vector<Solution>, Minima, std::vector<BatchSplit>> found{}; ///< in the order of the plan's cards
    std::vector<Verdict> server = {}; ///< of the engine that makes the plan's completions on cards of its own, as it was asked
};

/// Asks the solver. Errors name the field of the plan.
[[nodiscard]] Result<SolveAnswer> solve(const ArchitectureRef &model, const Plan &plan, const SolveFor &wanted,
                                        const RunAmount &amount = {});

/// The contract's array, one entry for each card.
[[nodiscard]] nlohmann::ordered_json solve_to_json(const SolveAnswer &answer);
/// One sentence for each card.
[[nodiscard]] std::vector<std::string> solve_to_sentences(const SolveAnswer &answer);

/// fits: something was found for each, and its server stands; open: where nothing was, it may run.
[[nodiscard]] Outcome outcome_of(const SolveAnswer &answer);

} // namespace plimsoll
