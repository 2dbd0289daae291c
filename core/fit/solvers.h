// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/solver.h"

#include <list>

namespace plimsoll {

/// The solvers of one model: cards on which a plan is the same share what was estimated for one of them.
class Solvers {
public:
    explicit Solvers(ArchitectureRef architecture) : m_architecture(std::move(architecture)) {}

    /// For a resolved plan, wherever it is to run; one that was asked for before is given again.
    [[nodiscard]] Solver &of(const Plan &resolved, SolveField field);

private:
    struct Entry {
        Plan plan; ///< without cards
        SolveField field;
        Solver solver;
    };
    ArchitectureRef m_architecture;
    std::list<Entry> m_entries;
};

/// `solve` of the contract: one solution per entry of target.gpus, and the budget.
[[nodiscard]] Result<std::vector<Solution>> solve_for_target(Solvers &solvers, const Plan &resolved, SolveField field);

/// The largest micro batch and sequence length into a verdict of this plan on this card; null where they do not count.
void fill_maxima(Verdict &verdict, Solvers &solvers, const Plan &resolved, const Gpu &gpu);

} // namespace plimsoll
