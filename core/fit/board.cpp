// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/board.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <map>
#include <tuple>
#include <utility>

namespace plimsoll {

namespace {

using Capability = std::pair<int, int>;

Capability capability_of(const DeviceFacts &device) { return {device.capability_major, device.capability_minor}; }

/// Cards on which the plan needs the same bytes, the context and the workspaces apart: their curves are one.
struct Group {
    Estimate estimate;
    std::optional<Solver> batch = {}, length = {};
};

class Work {
public:
    Work(const Estimate &estimate, const std::vector<Gpu> &cards, std::function<bool()> wanted,
         std::function<void(const Board &)> told)
        : m_board(first_board(estimate, cards)), m_plan(estimate.plan.plan), m_wanted(std::move(wanted)), m_told(std::move(told)),
          m_exact(while_wanted(estimator_for(estimate.architecture))),
          m_quick(while_wanted(quick_estimator_for(estimate.architecture)))
    {
        m_group_of[capability_of(estimate.device)] = 0;
        m_groups.push_back({estimate});
    }

    void run()
    {
        judge();
        if (m_wanted()) m_told(m_board);
        look_up();
        if (m_wanted()) m_told(m_board);
        solve();
        m_board.exact = true;
        if (m_wanted()) m_told(m_board);
    }

private:
    [[nodiscard]] Estimator while_wanted(Estimator estimator) const
    {
        return [estimator = std::move(estimator), wanted = m_wanted](const Plan &plan, const DeviceFacts &device) {
            return wanted() ? estimator(plan, device) : Result<Estimate>(Error{{}, {}, {}, "not wanted any more"});
        };
    }

    [[nodiscard]] std::size_t group_for(const Estimate &estimate) const
    {
        for (std::size_t i = 0; i < m_groups.size(); ++i) {
            const Bytes theirs = need_on(m_groups[i].estimate, estimate.device).interval.high;
            const Bytes own = need_on(estimate, estimate.device).interval.high;
            if (std::abs(theirs - own) <= own / 256) return i;
        }
        return m_groups.size();
    }

    /// Verdicts of cards with another capability than the estimate's.
    void judge()
    {
        std::map<Capability, Result<Estimate>> estimates;
        for (BoardRow &row : m_board.rows) {
            const DeviceFacts device = row.gpu->facts();
            const Capability capability = capability_of(device);
            if (m_group_of.contains(capability) && !estimates.contains(capability)) continue; // the first estimate's own
            const auto made = estimates.contains(capability) ? estimates.find(capability)
                                                             : estimates.emplace(capability, m_exact(m_plan, device)).first;
            if (!m_wanted()) return;
            if (!made->second) continue;
            row.verdict = verdict_for(*made->second, *row.gpu);
            if (m_group_of.contains(capability)) continue;
            const std::size_t group = group_for(*made->second);
            m_group_of[capability] = group;
            if (group == m_groups.size()) m_groups.push_back({*made->second});
        }
    }

    [[nodiscard]] Solver &solver_for(std::optional<Solver> &solver, SolveField field) const
    {
        if (!solver) solver.emplace(m_exact, m_plan, field, m_quick);
        return *solver;
    }

    void look_up()
    {
        for (BoardRow &row : m_board.rows) {
            const auto found = m_group_of.find(capability_of(row.gpu->facts()));
            if (found == m_group_of.end() || !m_wanted()) continue;
            Group &group = m_groups[found->second];
            row.batch.value = solver_for(group.batch, m_board.batch).about_on_card(*row.gpu);
            row.length.value = solver_for(group.length, m_board.length).about_on_card(*row.gpu);
        }
    }

    /// Cards that run a step alike one after the other, since they share their estimates then.
    void solve()
    {
        using Clock = std::chrono::steady_clock;
        constexpr std::chrono::milliseconds between_tellings{250};
        std::vector<BoardRow *> rows;
        for (BoardRow &row : m_board.rows) rows.push_back(&row);
        const auto order = [](const BoardRow *row) {
            const DeviceFacts facts = row->gpu->facts();
            return std::tuple(facts.capability_major, facts.capability_minor, facts.sm_count, facts.threads_per_sm,
                              row->gpu->usable_bytes());
        };
        std::ranges::stable_sort(rows, std::less{}, order);
        Solver batch(m_exact, m_plan, m_board.batch, m_quick);
        Solver length(m_exact, m_plan, m_board.length, m_quick);
        auto told = Clock::now();
        for (BoardRow *row : rows) {
            const auto largest = [&](Solver &solver) {
                const Result<Solution> solution = solver.on_card(*row->gpu);
                return BoardMaximum{solution ? std::optional(solution->value.value_or(0)) : std::nullopt, true};
            };
            const BoardMaximum exact_batch = largest(batch), exact_length = largest(length);
            if (!m_wanted()) return;
            row->batch = exact_batch;
            row->length = exact_length;
            if (Clock::now() - told < between_tellings) continue;
            m_told(m_board);
            told = Clock::now();
        }
    }

    Board m_board;
    Plan m_plan;
    std::function<bool()> m_wanted;
    std::function<void(const Board &)> m_told;
    Estimator m_exact, m_quick;
    std::vector<Group> m_groups;
    std::map<Capability, std::size_t> m_group_of;
};

} // namespace

Board first_board(const Estimate &estimate, const std::vector<Gpu> &cards)
{
    Board out;
    if (estimate.plan.plan.task == Task::infer) {
        out.batch = SolveField::sequences;
        out.length = SolveField::context;
    }
    for (const Gpu &gpu : cards) out.rows.push_back({&gpu, verdict_for(estimate, gpu), {}, {}});
    return out;
}

void work_out_board(const Estimate &estimate, const std::vector<Gpu> &cards, const std::function<bool()> &wanted,
                    const std::function<void(const Board &)> &told)
{
    Work(estimate, cards, wanted, told).run();
}

} // namespace plimsoll
