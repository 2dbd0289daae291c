// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/verdict.h"

#include <list>

namespace plimsoll {

/// Whether weights.dtype is what "auto" became on a device: another card may get another.
[[nodiscard]] bool dtype_was_auto(const ResolvedPlan &plan);

/// Whether a plan may fit on a card, without an estimate on it: what stands between two steps (weights, adapters, optimizer
/// states) stands on every card. False is certain; a lower bound fits nowhere.
[[nodiscard]] bool may_fit(const Estimate &estimate, const Gpu &gpu);

/// One plan on many cards. Kernels, and with them what a step allocates, differ from card to card: an estimate tells of
/// another card only where the step is the same there (same_step_on), else the plan is estimated anew.
class PerCard {
public:
    /// `first` must outlive this.
    explicit PerCard(const Estimate &first) : m_first(first) {}

    /// An estimate whose step is that of the card. The first one where the plan cannot be estimated there.
    [[nodiscard]] const Estimate &on(const CardFacts &card);
    [[nodiscard]] Verdict verdict(const Gpu &gpu, int count = 1) { return verdict_for(on(gpu.facts()), gpu, count); }
    /// A budget is judged by the first estimate, but for an engine, which takes a share of it.
    [[nodiscard]] Verdict verdict(const Node &node)
    {
        return verdict_for(node.card || m_first.fullest().engine ? on(node.facts) : m_first, node);
    }

private:
    const Estimate &m_first;
    std::list<Estimate> m_more;
};

} // namespace plimsoll
