// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/board.h"

#include <algorithm>
#include <array>
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
    std::vector<Estimate> quick; ///< as the plan is, and far longer: a kernel that one card lacks shows at length
    std::optional<Solver> batch = {}, length = {};
};

class Work {
public:
    Work(const Estimate &estimate, const std::vector<Gpu> &cards, std::function<bool()> wanted,
         std::function<void(const Board &)> told)
        : m_board(first_board(estimate, cards)), m_own(capability_of(estimate.device)), m_plan(estimate.plan.plan),
          m_wanted(std::move(wanted)), m_told(std::move(told)), m_exact(while_wanted(estimator_for(estimate.architecture))),
          m_quick(while_wanted(quick_estimator_for(estimate.architecture)))
    {}

    void run()
    {
        group();
        look_up();
        if (m_wanted()) m_told(m_board);
        judge();
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

    [[nodiscard]] static bool alike(const std::vector<Estimate> &a, const std::vector<Estimate> &b)
    {
        if (a.size() != b.size()) return false;
        for (std::size_t i = 0; i < a.size(); ++i) {
            const Bytes theirs = need_on(a[i], b[i].device).interval.high;
            const Bytes own = need_on(b[i], b[i].device).interval.high;
            if (std::abs(theirs - own) > own / 256) return false;
        }
        return true;
    }

    void group()
    {
        constexpr Count far = 16;
        const Plan longer = with_value(m_plan, m_board.length, far * value_in(m_plan, m_board.length));
        for (const BoardRow &row : m_board.rows) {
            const DeviceFacts device = row.gpu->facts();
            if (m_group_of.contains(capability_of(device))) continue;
            std::vector<Estimate> quick;
            for (const Plan *plan : std::array<const Plan *, 2>{&m_plan, &longer})
                if (Result<Estimate> made = m_quick(*plan, device)) quick.push_back(*std::move(made));
            if (quick.empty()) continue;
            const auto found =
                std::ranges::find_if(m_groups, [&](const Group &group) { return alike(group.quick, quick); }) - m_groups.begin();
            m_group_of[capability_of(device)] = static_cast<std::size_t>(found);
            if (static_cast<std::size_t>(found) == m_groups.size()) m_groups.push_back({std::move(quick)});
        }
    }

    /// Verdicts with an estimate for each capability but the first estimate's own.
    void judge()
    {
        std::map<Capability, Result<Estimate>> estimates;
        for (BoardRow &row : m_board.rows) {
            const DeviceFacts device = row.gpu->facts();
            const Capability capability = capability_of(device);
            if (capability == m_own) continue;
            auto made = estimates.find(capability);
            if (made == estimates.end()) made = estimates.emplace(capability, m_exact(m_plan, device)).first;
            if (!m_wanted()) return;
            if (made->second) row.verdict = verdict_for(*made->second, *row.gpu);
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
    Capability m_own;
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
