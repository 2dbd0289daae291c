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

/// Estimates until somebody asks something else; then every further one is an error, which ends the search.
Estimator interruptible(const ArchitectureRef &architecture, std::shared_ptr<std::atomic<int>> latest, int number)
{
    return [estimate_plan = estimator_for(architecture), latest = std::move(latest),
            number](const Plan &plan, const DeviceFacts &device) -> Result<Estimate> {
        if (latest->load() != number) return Error{{}, {}, {}, "Another question was asked."};
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

EdgeFinder::EdgeFinder(QObject *parent) : QObject(parent), m_question(std::make_shared<std::atomic<int>>(0))
{
    m_pool.setMaxThreadCount(1);
}

EdgeFinder::~EdgeFinder()
{
    ++*m_question;
    m_pool.clear();
    m_pool.waitForDone();
}

void EdgeFinder::ask(const Estimate &estimate, const Target &cards)
{
    const int number = ++*m_question;
    m_pool.clear();
    Question question{estimate.architecture, estimate.plan.plan, {}, cards.budget_bytes};
    if (!cards.gpus.empty())
        if (const auto match = find_gpu(cards.gpus.front()); match.ok()) question.card = *match;
    const bool counts = solvable(SolveField::sequence_length, question.plan).ok();
    if (!counts || (!question.card.gpu && !question.budget)) {
        emit found(std::nullopt);
        return;
    }
    m_pool.start([this, number, latest = m_question, question = std::move(question)] {
        const auto tokens = longest(question, interruptible(question.architecture, latest, number));
        QMetaObject::invokeMethod(
            this,
            [this, number, tokens] {
                if (number == m_question->load()) emit found(tokens);
            },
            Qt::QueuedConnection);
    });
}

} // namespace plimsoll
