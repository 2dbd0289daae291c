// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/advisor.h"

#include "core/api/planner.h"
#include "ui/document/text.h"

namespace plimsoll {
Advisor::Advisor(QObject *parent) : QObject(parent), m_task(this) {}

void Advisor::ask(const Plan &plan, const Target &cards, const ArchitectureRef &model)
{
    Plan asked = plan;
    asked.target = cards;
    const bool no_card = cards.gpus.empty() && !cards.budget_bytes; // the error speaks of the command line's options
    m_task.ask(
        [asked, model](const LatestTask::Wanted &wanted) {
            const auto target = advice_target(asked);
            if (!target.ok()) return Result<std::vector<Advice>>(target.error());
            Planner planner;
            planner.models().remember(asked.model, model);
            return planner.advise({.plan = asked}, *target, wanted);
        },
        [this, no_card](const Result<std::vector<Advice>> &advice) {
            if (no_card) return emit advised({}, tr("Add a card or a budget to see what to change."));
            emit advised(advice.ok() ? *advice : std::vector<Advice>(), advice.ok() ? QString() : qt(advice.error().message()));
        });
}

} // namespace plimsoll
