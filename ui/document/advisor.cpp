// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/advisor.h"

#include "core/api/planner.h"
#include "ui/document/text.h"

namespace plimsoll {
namespace {

/// A plan for these cards, its target, and a planner that knows its model: what `question(planner, plan, target)` makes of them.
template <class Answer>
auto work_on(const Plan &plan, const Target &cards, const ArchitectureRef &model, Answer question)
{
    Plan asked = plan;
    asked.target = cards;
    return [asked, model, question](const LatestTask::Wanted &wanted) {
        using Made = decltype(question(std::declval<Planner &>(), asked, std::declval<const Node &>(), wanted));
        Planner planner;
        planner.models().remember(asked.model, model);
        const Result<Node> target = planner.advice_target({.plan = asked});
        if (!target.ok()) return Made(target.error());
        return question(planner, asked, *target, wanted);
    };
}

/// The core's error would speak of the command line's options.
bool no_card(const Target &cards) { return cards.gpus.empty() && !cards.budget_bytes; }

} // namespace

Advisor::Advisor(QObject *parent) : QObject(parent), m_task(this), m_guide_task(this), m_solution_task(this) {}

void Advisor::ask(const Plan &plan, const Target &cards, const ArchitectureRef &model)
{
    m_task.ask(work_on(plan, cards, model,
                       [](Planner &planner, const Plan &asked, const Node &target, const LatestTask::Wanted &wanted) {
                           return planner.advise({.plan = asked}, target, wanted);
                       }),
               [this, cards](const Result<std::vector<Advice>> &advice) {
                   if (no_card(cards)) return emit advised({}, tr("Add a card or a budget to see what to change."));
                   emit advised(advice.ok() ? *advice : std::vector<Advice>(),
                                advice.ok() ? QString() : qt(advice.error().message()));
               });
}

void Advisor::ask_solution(const Plan &plan, const Target &cards, const ArchitectureRef &model)
{
    m_solution_task.ask(work_on(plan, cards, model,
                                [](Planner &planner, const Plan &asked, const Node &target, const LatestTask::Wanted &wanted) {
                                    return planner.solution({.plan = asked}, target, wanted);
                                }),
                        [this](const Result<std::optional<Advice>> &solution) {
                            if (solution.ok() && *solution) emit solved(**solution);
                        });
}

void Advisor::ask_guide(const Plan &plan, const Target &cards, const ArchitectureRef &model)
{
    m_guide_task.ask(work_on(plan, cards, model,
                             [](Planner &planner, const Plan &asked, const Node &target, const LatestTask::Wanted &wanted) {
                                 return planner.oom_guide({.plan = asked}, target, wanted);
                             }),
                     [this, cards](const Result<OomAnswer> &answer) {
                         if (no_card(cards)) return emit guided({}, tr("Add a card or a budget to see what to change."));
                         emit guided(answer.ok() ? answer->cases : std::vector<OomCase>(),
                                     answer.ok() ? QString() : qt(answer.error().message()));
                     });
}

} // namespace plimsoll
