// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/clock/run_time.h"
#include "core/plan/run_amount.h"
#include "core/plan/resolved_plan.h"

#include <optional>
#include <vector>

namespace plimsoll {

/// What the amount's rows make of a training on this card: its step is estimated anew
/// at several of the lengths that its batches have, and the mean taken over all of them. Ranks of one step wait for the longest: in
/// each micro-batch where they gather parameters, else at its end. Nothing where the amount names no lengths, nothing is trained,
/// the model makes its rows' ends itself, no row trains or no time is known.
[[nodiscard]] std::optional<LengthsTaken> length_work(const Estimate &estimate, const CardFacts &card, const RunAmount &amount);

/// As many tokens of the plan's own length as take as long as the amount, all epochs together, of an estimate made with
/// EstimateOptions::time; without lengths tokens_of.
[[nodiscard]] double tokens_alike(const Estimate &estimate, const CardFacts &card, const RunAmount &amount);

/// What a person must hear of those lengths beside the plan's own, by which bytes are told.
[[nodiscard]] std::vector<Warning> remarks_on_lengths(const RunAmount &amount, const std::optional<LengthsTaken> &taken,
                                                      const Plan &resolved);

} // namespace plimsoll
