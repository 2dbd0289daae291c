// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/edge_finder.h"

#include "core/api/interruptible.h"

namespace plimsoll {
namespace {

struct EdgeQuestion {
    ArchitectureRef architecture;
    Plan plan; ///< resolved
    std::optional<Node> node;
};

/// Nothing: another question was asked meanwhile, or the plan cannot be estimated.
std::optional<Edge> edge_of(const EdgeQuestion &question, SolveField field, const Estimator &estimator)
{
    Solver solver(estimator, question.plan, field, quick_estimator_for(question.architecture));
    const auto solution = solver.on(*question.node);
    return solution.ok() ? std::optional(Edge{field, solution->value}) : std::nullopt;
}

} // namespace

std::vector<SolveField> solvable_fields(const Plan &plan)
{
    std::vector<SolveField> out;
    for (const SolveField field :
         {SolveField::sequence_length, SolveField::context, SolveField::micro_batch, SolveField::sequences, SolveField::rank})
        if (solvable(field, plan).ok()) out.push_back(field);
    return out;
}

const char *path_of(SolveField field)
{
    switch (field) {
    case SolveField::sequence_length: return "sequence_length";
    case SolveField::rank: return "adapter.rank";
    case SolveField::sequences: return "inference.sequences";
    case SolveField::context: return "inference.context";
    case SolveField::micro_batch: break;
    }
    return "micro_batch";
}

std::optional<Count> value_of(const Edges &edges, SolveField field)
{
    for (const Edge &edge : edges)
        if (edge.field == field) return edge.value;
    return std::nullopt;
}

EdgeFinder::EdgeFinder(QObject *parent) : QObject(parent), m_task(this) {}

void EdgeFinder::ask(const Estimate &estimate, const Target &cards)
{
    EdgeQuestion question{estimate.architecture, estimate.plan.plan, {}};
    if (cards.budget_bytes) question.node = budget_node(*cards.budget_bytes);
    if (!cards.gpus.empty())
        if (auto node = find_node(cards.gpus.front()); node.ok()) question.node = *std::move(node);
    if (!question.node) {
        m_task.drop();
        emit found({});
        return;
    }
    m_task.ask(
        [question = std::move(question)](const LatestTask::Wanted &wanted) {
            Edges edges;
            for (const SolveField field : solvable_fields(question.plan))
                if (const auto edge = edge_of(question, field, interruptible(estimator_for(question.architecture), wanted)))
                    edges.push_back(*edge);
            return edges;
        },
        [this](const Edges &edges) { emit found(edges); });
}

} // namespace plimsoll
