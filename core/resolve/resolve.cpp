// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resolve/resolve.h"

#include "core/ground/phrase.h"
#include "core/resolve/gate.h"
#include "core/resolve/taken_defaults.h"
#include "core/resolve/taken_engine.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <mutex>

namespace plimsoll {

namespace {

using FilledRef = std::shared_ptr<const Filled>;

/// What take_defaults() answered of one model. A plan's batch and length do not tell it from another, since no default depends on
/// them: sweeps, solvers and editors turn them.
class FilledPlans {
public:
    FilledRef get(const Plan &plan, const Architecture &architecture, const CardFacts &device)
    {
        if (FilledRef known = find(plan, device)) return known;
        auto made = std::make_shared<const Filled>(take_defaults(plan, architecture, device));
        const std::scoped_lock guard(m_mutex);
        if (m_kept.size() >= most) m_kept.pop_front();
        m_kept.push_back({languages_set(), device, plan, made});
        return made;
    }

private:
    static constexpr std::size_t most = 4;

    struct Kept {
        unsigned language = 0;
        CardFacts device;
        Plan plan;
        FilledRef answer;

        /// Takes over what does not matter instead of copying a plan to leave it out.
        [[nodiscard]] bool is(const Plan &other, const CardFacts &on)
        {
            if (language != languages_set() || device != on) return false;
            if (plan.has("micro_batch") && other.has("micro_batch")) plan.micro_batch = other.micro_batch;
            if (plan.has("sequence_length") && other.has("sequence_length")) plan.sequence_length = other.sequence_length;
            return plan == other;
        }
    };

    std::mutex m_mutex;
    std::deque<Kept> m_kept; ///< the newest last

    FilledRef find(const Plan &plan, const CardFacts &device)
    {
        const std::scoped_lock guard(m_mutex);
        const auto found = std::ranges::find_if(m_kept, [&](Kept &kept) { return kept.is(plan, device); });
        return found == m_kept.end() ? nullptr : found->answer;
    }
};

Filled filled_in(const Plan &plan, const Architecture &architecture, const CardFacts &device)
{
    Filled out = *architecture.analyses.of<FilledPlans>().get(plan, architecture, device);
    if (plan.has("micro_batch")) out.resolved.plan.micro_batch = plan.micro_batch;
    if (plan.has("sequence_length")) out.resolved.plan.sequence_length = plan.sequence_length;
    if (!out.error && plan.task == Task::train)
        if (std::string said = fill_generations(out.resolved.plan); !said.empty())
            out.resolved.assumptions.push_back(std::move(said));
    return out;
}

} // namespace

Result<ResolvedPlan> resolve(const Plan &plan, const Architecture &architecture, const CardFacts &device)
{
    auto [resolved, refused] = filled_in(plan, architecture, device);
    if (refused) return *std::move(refused);
    Result<Passage> passage = gate(resolved.plan, architecture, device);
    if (!passage) return passage.error();
    for (Warning &warning : passage->warnings) resolved.warnings.push_back(std::move(warning));
    resolved.lower_bound_reason = std::move(passage->lower_bound_reason);
    return resolved;
}

Plan with_defaults(const Plan &plan, const Architecture &architecture, const CardFacts &device)
{
    return filled_in(plan, architecture, device).resolved.plan;
}

} // namespace plimsoll
