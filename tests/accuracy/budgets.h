// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "tests/accuracy/judge.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace plimsoll::accuracy {

/// What the planner said of a row when the budgets were last renewed; absent figures: it gave no estimate.
struct Budget {
    std::optional<Bytes> allocated, reserved, device;
    bool operator==(const Budget &) const = default;
};
using Budgets = std::map<std::string, Budget>; ///< by row id

/// How far a figure may go from its budget, as parts of the row's truth.
inline constexpr double allocated_may_move = 0.001;    ///< recorded rows, either way
inline constexpr double reserved_may_worsen = 0.01;    ///< recorded rows
inline constexpr double published_may_worsen = 0.01;   ///< the figure that was published
inline constexpr double group_p95_may_worsen = 0.0002; ///< p95 of a recorded group's |error|

/// A figure that left its budget; errors are signed parts of the truth.
struct Breach {
    const Judgement *judgement = nullptr;
    std::string figure; ///< allocated | reserved | device
    double before = 0, now = 0;
};

/// A group whose p95 grew; |errors| as parts of the truth.
struct GroupBreach {
    std::string group, figure;
    double before = 0, now = 0;
};

/// Everything that broke its budget. `lines`: rows that no longer parse or resolve, have no budget, or are gone.
struct Breaches {
    std::vector<Breach> rows;
    std::vector<GroupBreach> groups;
    std::vector<std::string> lines;
    [[nodiscard]] bool none() const { return rows.empty() && groups.empty() && lines.empty(); }
};

/// The budgets of these judgements.
[[nodiscard]] Budgets budgets_of(std::span<const Judgement> judgements);
/// One JSON object a line, sorted by id; an unreadable line is an error that names it.
[[nodiscard]] Result<Budgets> read_budgets(const std::string &file);
[[nodiscard]] std::string budgets_text(const Budgets &budgets);

[[nodiscard]] Breaches breaches_of(std::span<const Judgement> judgements, const Budgets &budgets);
/// The mechanism first: what the rows that moved have in common and others do not, how many of each group; then the worst ids.
[[nodiscard]] std::string text_of(const Breaches &breaches, std::span<const Judgement> all);

} // namespace plimsoll::accuracy
