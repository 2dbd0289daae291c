// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/verdict.h"
#include "tests/accuracy/judge.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace plimsoll::accuracy {

/// Somebody ran a plan on a named card and said how it ended.
struct Outcome {
    Row row;           ///< id, trust, source, plan
    bool ran = false;  ///< else it ran out of memory
    bool peak = false; ///< a published peak, which says that it ran; else a report of how it ended
};

/// Every report of `folder`/outcomes/*.jsonl, then every published row that names a card of the catalogue, in the files' order.
[[nodiscard]] Result<std::vector<Outcome>> read_outcomes(const std::string &folder, std::span<const Row> rows);

struct OutcomeJudgement {
    const Outcome *outcome = nullptr;
    std::string refused; ///< why there is no verdict; empty when there is one
    Fits fits = Fits::unknown;
    Need need;
    Bytes usable = 0;

    /// A run that finished is met by yes or tight, an out-of-memory by no or tight: tight says that it may go either way.
    [[nodiscard]] bool right() const;
    [[nodiscard]] bool wrong_yes() const { return refused.empty() && !outcome->ran && fits == Fits::yes; }
};

/// One judgement per outcome, same order.
[[nodiscard]] std::vector<OutcomeJudgement> judge_outcomes(std::span<const Outcome> outcomes, const std::string &base);

/// Counts of one kind of outcomes; refused ones stand apart.
struct VerdictLine {
    std::string name;
    std::size_t n = 0, refused = 0, right = 0;
    std::size_t out_of_memory = 0, out_of_memory_right = 0;
    std::size_t yes = 0, wrong_yes = 0, tight = 0;
};
/// Reports, published peaks, both together, and those of both of which nothing is assumed (trust high).
[[nodiscard]] std::vector<VerdictLine> verdict_lines(std::span<const OutcomeJudgement> judgements);
/// The lines as a table, and each verdict that is wrong.
[[nodiscard]] std::string verdicts_text(std::span<const OutcomeJudgement> judgements);
[[nodiscard]] nlohmann::json verdicts_json(std::span<const OutcomeJudgement> judgements);

} // namespace plimsoll::accuracy
