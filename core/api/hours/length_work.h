// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/clock/batch_lengths.h"
#include "core/plan/amount/run_amount.h"
#include "core/plan/resolved_plan.h"

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace plimsoll {

/// An amount of rows on one card after another: each waits for a host and for links of its own, so that what short rows save is
/// another share of its step. Estimates of the lengths are kept, by the address of that of the plan, which must outlive this.
class LengthWork {
public:
    /// `amount` must outlive this.
    explicit LengthWork(const RunAmount &amount) : m_amount(amount) {}

    /// What the amount's rows make of a training on this card: its step is estimated anew
    /// at several of the lengths that its batches have, and the mean taken over all of them. Ranks of one step wait for the longest: in
    /// each micro-batch where they gather parameters, else at its end. Nothing where the amount names no lengths, nothing is trained,
    /// the model makes its rows' ends itself, no row trains or no time is known.
    [[nodiscard]] std::optional<LengthsTaken> on(const Estimate &estimate, const CardFacts &card);

    /// As many tokens of the plan's own length as take as long as the amount, all epochs together, of an estimate made with
    /// EstimateOptions::time; without lengths tokens_trained.
    [[nodiscard]] double tokens_alike(const Estimate &estimate, const CardFacts &card);

private:
    /// Rows of one length, so many in a micro-batch.
    struct Shape {
        Count length = 1, micro_batch = 1;
        auto operator<=>(const Shape &) const = default;
    };
    [[nodiscard]] std::optional<double> step_at(const Estimate &estimate, const CardFacts &card, const Shape &shape);
    [[nodiscard]] std::optional<double> mean_step(const Estimate &estimate, const CardFacts &card, const BatchesMade &made);
    [[nodiscard]] std::optional<double> packed_step(const Estimate &estimate, const CardFacts &card, const BatchesMade &made);

    const RunAmount &m_amount;
    std::map<std::pair<const Estimate *, Shape>, std::optional<Estimate>> m_made;
};

/// What a person must hear of those lengths beside the plan's own, by which bytes are told.
[[nodiscard]] std::vector<Warning> remarks_on_lengths(const RunAmount &amount, const std::optional<LengthsTaken> &taken,
                                                      const Plan &resolved);

} // namespace plimsoll
