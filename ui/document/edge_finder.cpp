// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/edge_finder.h"

namespace plimsoll {
namespace {

struct Question {
    ArchitectureRef architecture;
    Plan plan; ///< resolved
    GpuMatch card;
    std::optional<Bytes> budget;
};

/// Estimates while the answer is wanted; then every further one is an error, which ends the search.
Estimator interruptible(const ArchitectureRef &architecture, LatestTask::Wanted wanted)
{
    return [estimate_plan = estimator_for(architecture),
            wanted = std::move(wanted)](const Plan &plan, const DeviceFacts &device) -> Result<Estimate> {
        if (!wanted()) return Error{{}, {}, {}, "Another question was asked."};
        return estimate_plan(plan, device);
    };
}

std::optional<Count> longest(const Question &question, const Estimator &estimator)
{
    Solver solver(estimator, question.plan, SolveField::sequence_length);
    const auto solution =
        question.card.gpu ? solver.on_card(*question.card.gpu, question.card.count) : solver.on_budget(*question.budget);
    return solution.ok() ? solution->value : std::nullopt;
}

} // namespace

EdgeFinder::EdgeFinder(QObject *parent) : QObject(parent), m_task(this) {}

void EdgeFinder::ask(const Estimate &estimate, const Target &cards)
{
    Question question{estimate.architecture, estimate.plan.plan, {}, cards.budget_bytes};
    if (!cards.gpus.empty())
        if (const auto match = find_gpu(cards.gpus.front()); match.ok()) question.card = *match;
    const bool counts = solvable(SolveField::sequence_length, question.plan).ok();
    if (!counts || (!question.card.gpu && !question.budget)) {
        m_task.drop();
        emit found(std::nullopt);
        return;
    }
    m_task.ask([question = std::move(question)](
                   const LatestTask::Wanted &wanted) { return longest(question, interruptible(question.architecture, wanted)); },
               [this](std::optional<Count> tokens) { emit found(tokens); });
}

} // namespace plimsoll
