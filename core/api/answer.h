// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/cards/cluster.h"
#include "core/report/plan_answer.h"

#include <string>
#include <vector>

namespace plimsoll {

/// Answers a plan: the estimate for its first card (compute capability 8.0 without one), and a verdict for every card and
/// the budget. With options.usual_slack nobody looks which of the fields that were set change nothing. Pure; errors name the field.
[[nodiscard]] Result<PlanAnswer> answer(const ArchitectureRef &architecture, const Plan &plan,
                                        const EstimateOptions &options = {});

/// What an answer says beside its figures.
struct Remarks {
    std::vector<std::string> assumptions;
    std::vector<Warning> warnings;
    bool operator==(const Remarks &) const = default;
};

/// Of an estimate on these cards, as answer() says it; the estimate may have been made without them. `without_effect_found`: fields_without_effect() of
/// it; empty while nobody has looked.
[[nodiscard]] Remarks remarks_on(const Estimate &estimate, const Cluster &cluster,
                                 const std::vector<Warning> &without_effect_found);

/// The card whose kernels and context an estimate counts: the first of target.gpus, compute capability 8.0 without one.
/// Error: a card of target.gpus is not known.
[[nodiscard]] Result<CardFacts> device_of(const Plan &plan);

/// The largest micro batch and sequence length that still fit, into the verdict of every card.
void add_maxima(PlanAnswer &answer);

} // namespace plimsoll
