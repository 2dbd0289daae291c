// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/clock/run_time.h"
#include "core/estimate/estimate.h"
#include "core/fit/verdict.h"

#include <memory>
#include <string>
#include <vector>

namespace plimsoll {

/// One plan, answered: what reports, comparisons and the command line print.
struct PlanAnswer {
    std::string name; ///< the plan's name, or one made of method and precision
    Estimate estimate;
    std::vector<Verdict> verdicts;       ///< cards in the plan's order, then the budget
    std::optional<RunTime> time = {};    ///< on the first card; nothing where it is not known
    std::vector<RunTime> elsewhere = {}; ///< on the other cards that the plan names, where an amount is named
    /// The engine that generates for a training on cards of its own, as it serves there; null: none does, or it cannot be said.
    std::shared_ptr<const PlanAnswer> server = {};
};

/// The plan's name, or "QLoRA nf4", "full BF16", "inference FP16".
[[nodiscard]] std::string answer_name(const Plan &resolved);

/// The verdict of the card that the estimate's figures are of, where another card of the answer needs another amount (its
/// kernels, its context); null where all need alike.
[[nodiscard]] const Verdict *card_of_figures(const PlanAnswer &answer);

/// The verdict that the whole answer is told by: leading() of its cards, or of those of its server where that is the worse; null
/// without either.
[[nodiscard]] const Verdict *headline_of(const PlanAnswer &answer);
/// Whether headline_of() is the server's; the same of verdicts beside a server (null: none).
[[nodiscard]] bool server_decides(const PlanAnswer &answer);
[[nodiscard]] bool server_decides(const std::vector<Verdict> &verdicts, const PlanAnswer *server);

/// One verdict for each card and budget of all answers, in their order of appearance.
[[nodiscard]] std::vector<const Verdict *> cards_of(const std::vector<PlanAnswer> &answers);
/// The answer's verdict on the same card or budget; null where it has none.
[[nodiscard]] const Verdict *verdict_on(const PlanAnswer &answer, const Verdict &card);

} // namespace plimsoll
