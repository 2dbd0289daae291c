// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/solvers.h"

#include <algorithm>
#include <utility>

namespace plimsoll {

Solver &Solvers::of(const Plan &resolved, SolveField field)
{
    Plan plan = resolved;
    plan.target.gpus.clear();
    plan.target.budget_bytes.reset();
    const auto known = std::ranges::find_if(m_entries, [&](const Entry &one) { return one.field == field && one.plan == plan; });
    if (known != m_entries.end()) return known->solver;
    Solver solver(estimator_for(m_architecture), plan, field, quick_estimator_for(m_architecture));
    return m_entries.emplace_back(Entry{std::move(plan), field, std::move(solver)}).solver;
}

Result<std::vector<Solution>> solve_for_target(Solvers &solvers, const Plan &resolved, SolveField field)
{
    Solver &solver = solvers.of(resolved, field);
    std::vector<Solution> out;
    const auto add = [&out](Result<Solution> solution) -> std::optional<Error> {
        if (!solution) return solution.error();
        out.push_back(std::move(*solution));
        return std::nullopt;
    };
    DeviceFacts first;
    for (const std::string &name : resolved.target.gpus) {
        const Result<GpuMatch> match = find_gpu(name);
        if (!match) return match.error();
        if (out.empty()) first = match->gpu->facts();
        if (const std::optional<Error> error = add(solver.on_card(*match->gpu, match->count))) return *error;
    }
    if (resolved.target.budget_bytes)
        if (const std::optional<Error> error = add(solver.on_budget(*resolved.target.budget_bytes, first))) return *error;
    if (out.empty()) return no_target();
    return out;
}

void fill_maxima(Verdict &verdict, Solvers &solvers, const Plan &resolved, const Gpu &gpu)
{
    const auto largest = [&](SolveField field) -> std::optional<Count> {
        if (!solvable(field, resolved)) return std::nullopt;
        const Result<Solution> solution = solvers.of(resolved, field).on_card(gpu, verdict.count);
        return solution ? solution->value : std::nullopt;
    };
    verdict.max_micro_batch = largest(SolveField::micro_batch);
    verdict.max_sequence_length = largest(SolveField::sequence_length);
}

} // namespace plimsoll
