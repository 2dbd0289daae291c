// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/board.h"

#include "core/estimate/rollout_engine.h"
#include "core/fit/per_card.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <numeric>
#include <span>
#include <thread>
#include <utility>

namespace plimsoll {

namespace {

/// Cards on which the plan needs the same bytes, the context and the workspaces apart: their curves are one.
struct Group {
    Estimate estimate;
    std::optional<Solver> batch = {}, length = {};
};

/// Cards on which a step is the same.
struct Class {
    Estimate estimate;
    std::size_t group = 0;
};

class Work {
public:
    Work(const Estimate &estimate, const std::vector<Gpu> &cards, std::function<bool()> wanted,
         std::function<void(const Board &)> told)
        : m_board(first_board(estimate, cards)), m_plan(estimate.plan.plan), m_wanted(std::move(wanted)), m_told(std::move(told)),
          m_exact(while_wanted(estimator_for(estimate.architecture))),
          m_quick(while_wanted(quick_estimator_for(estimate.architecture)))
    {
        m_groups.push_back({estimate});
        m_classes.push_back({estimate});
        m_class_of.resize(m_board.rows.size());
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
        return [estimator = std::move(estimator), wanted = m_wanted](const Plan &plan, const CardFacts &device) {
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

    /// Where only the engine beside the training is another one, the step is not run once more.
    [[nodiscard]] Result<Estimate> estimated_on(const CardFacts &device) const
    {
        for (const Class &known : m_classes)
            if (std::optional<Estimate> moved = with_engine_on(known.estimate, device)) return *std::move(moved);
        return m_exact(m_plan, device);
    }

    /// The class of a card; nothing where the plan is refused on it.
    [[nodiscard]] std::optional<std::size_t> class_for(const CardFacts &device)
    {
        for (std::size_t i = 0; i < m_classes.size(); ++i)
            if (m_classes[i].estimate.device == device || same_step_on(m_classes[i].estimate, device)) return i;
        Result<Estimate> made = estimated_on(device);
        if (!made) return std::nullopt;
        const std::size_t group = group_for(*made);
        if (group == m_groups.size()) m_groups.push_back({*made});
        m_classes.push_back({*std::move(made), group});
        return m_classes.size() - 1;
    }

    /// Verdicts of cards on which the step is not the estimate's.
    void judge()
    {
        for (std::size_t i = 0; i < m_board.rows.size() && m_wanted(); ++i) {
            BoardRow &row = m_board.rows[i];
            m_class_of[i] = class_for(row.gpu->facts());
            if (m_class_of[i].value_or(0) > 0) row.verdict = verdict_for(m_classes[*m_class_of[i]].estimate, *row.gpu);
        }
    }

    /// The group's; all solvers of a field know what one of them estimated.
    Solver &solver_for(Group &group, std::optional<Solver> Group::*solver, SolveField field)
    {
        std::optional<Solver> &first = m_groups.front().*solver, &own = group.*solver;
        if (!first) first.emplace(m_exact, m_plan, field, m_quick);
        if (!own) own.emplace(first->afresh());
        return *own;
    }

    void look_up()
    {
        const std::jthread batches([this] { look_up(&Group::batch, m_board.batch, &BoardRow::batch); });
        look_up(&Group::length, m_board.length, &BoardRow::length);
    }

    void look_up(std::optional<Solver> Group::*solver, SolveField field, BoardMaximum BoardRow::*maximum)
    {
        for (std::size_t i = 0; i < m_board.rows.size() && m_wanted(); ++i) {
            if (!m_class_of[i]) continue;
            Group &group = m_groups[m_classes[*m_class_of[i]].group];
            BoardRow &row = m_board.rows[i];
            (row.*maximum).value = solver_for(group, solver, field).about_on_card(*row.gpu);
        }
    }

    /// In threads of their own, while this one tells how far they are.
    void solve()
    {
        constexpr std::chrono::milliseconds between_tellings{250};
        const std::vector<std::size_t> rows = by_usable_bytes();
        solver_for(m_groups.front(), &Group::batch, m_board.batch);
        solver_for(m_groups.front(), &Group::length, m_board.length);
        std::atomic<std::size_t> next = 0;
        unsigned running = std::clamp(std::thread::hardware_concurrency(), 1U, 8U);
        std::vector<std::jthread> threads;
        for (unsigned i = running; i > 0; --i)
            threads.emplace_back([&] {
                solve_rows(rows, next);
                const std::scoped_lock lock(m_rows);
                --running;
                m_ended.notify_one();
            });
        std::unique_lock lock(m_rows);
        while (!m_ended.wait_for(lock, between_tellings, [&running] { return running == 0; })) {
            const Board known = m_board;
            lock.unlock();
            if (m_wanted()) m_told(known);
            lock.lock();
        }
    }

    [[nodiscard]] std::vector<std::size_t> by_usable_bytes() const
    {
        std::vector<std::size_t> rows(m_board.rows.size());
        std::iota(rows.begin(), rows.end(), std::size_t{0});
        std::ranges::stable_sort(rows, std::less{}, [this](std::size_t row) { return m_board.rows[row].gpu->usable_bytes(); });
        return rows;
    }

    /// One thread's share, some cards of about the same size at a time: what was estimated for one is near what the next asks.
    /// Batches of all cards come first, then lengths.
    void solve_rows(std::span<const std::size_t> rows, std::atomic<std::size_t> &next)
    {
        constexpr std::size_t at_once = 64; // fewer would be estimated anew by too many
        const std::size_t shares = (rows.size() + at_once - 1) / at_once;
        for (std::size_t share = next++; share < 2 * shares; share = next++) {
            const bool batches = share < shares;
            // needs climb in uneven steps: what another thread has tried by now would lead to another of the edges
            Solver solver = (batches ? m_groups.front().batch : m_groups.front().length)->independent();
            const auto mine = rows.subspan(share % shares * at_once);
            for (const std::size_t row : mine.first(std::min(at_once, mine.size()))) {
                const Result<Solution> solution = solver.on_card(*m_board.rows[row].gpu);
                if (!m_wanted()) return;
                const std::scoped_lock lock(m_rows);
                (batches ? m_board.rows[row].batch : m_board.rows[row].length) =
                    BoardMaximum{solution ? std::optional(solution->value.value_or(0)) : std::nullopt, true};
            }
        }
    }

    Board m_board;
    Plan m_plan;
    std::function<bool()> m_wanted;
    std::function<void(const Board &)> m_told;
    Estimator m_exact, m_quick;
    std::vector<Group> m_groups;
    std::vector<Class> m_classes;
    std::vector<std::optional<std::size_t>> m_class_of; ///< of the rows
    std::mutex m_rows;                                  ///< of m_board's rows, while they are solved
    std::condition_variable m_ended;
};

} // namespace

Board first_board(const Estimate &estimate, const std::vector<Gpu> &cards)
{
    Board out;
    if (estimate.plan.plan.task == Task::infer) {
        out.batch = SolveField::sequences;
        out.length = SolveField::context;
    }
    if (estimate.architecture) out.positions = positions_of(*estimate.architecture).value_or(0);
    PerCard per_card(estimate); // an engine takes a share of each: no other card's start tells of it
    for (const Gpu &gpu : cards)
        out.rows.push_back({&gpu, estimate.fullest().engine ? per_card.verdict(gpu) : verdict_for(estimate, gpu), {}, {}});
    return out;
}

void work_out_board(const Estimate &estimate, const std::vector<Gpu> &cards, const std::function<bool()> &wanted,
                    const std::function<void(const Board &)> &told)
{
    Work(estimate, cards, wanted, told).run();
}

} // namespace plimsoll
