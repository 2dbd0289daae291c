// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/per_card.h"

#include "core/estimate/rollout_engine.h"

namespace plimsoll {

bool dtype_was_auto(const ResolvedPlan &plan) { return !plan.why_dtype.empty(); }

bool may_fit(const Estimate &estimate, const Gpu &gpu)
{
    if (!estimate.lower_bound_reason.empty()) return false;
    if (dtype_was_auto(estimate.plan)) return true; // of other bytes there
    const ProcessEstimate &process = estimate.fullest();
    const Bytes steady = process.steady_weights + process.steady_adapters + process.steady_optimizer;
    return steady <= room_on(estimate, gpu).usable;
}

const Estimate &PerCard::on(const CardFacts &card)
{
    if (!m_first.architecture || card == m_first.device || same_step_on(m_first, card)) return m_first;
    for (const Estimate &other : m_more)
        if (card == other.device || same_step_on(other, card)) return other;
    if (std::optional<Estimate> moved = with_engine_on(m_first, card)) return m_more.emplace_back(*std::move(moved));
    for (const Estimate &other : m_more)
        if (std::optional<Estimate> moved = with_engine_on(other, card)) return m_more.emplace_back(*std::move(moved));
    Plan plan = m_first.plan.plan;
    if (dtype_was_auto(m_first.plan)) plan.weights.dtype = WeightDtype::auto_;
    const EstimateOptions options{.timeline = false,
                                  .allocator = m_first.replayed,
                                  .usual_slack = m_first.usual_slack,
                                  .explain = false,
                                  .time = m_first.fullest().work != nullptr};
    Result<Estimate> made = estimate(m_first.architecture, plan, card, options);
    if (!made) return m_first;
    return m_more.emplace_back(*std::move(made));
}

} // namespace plimsoll
