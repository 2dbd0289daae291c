// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/differences.h"

#include <utility>

namespace plimsoll {
namespace {

struct Asked {
    ArchitectureRef architecture;
    Plan plan;
    CardFacts device;
    Bytes before = 0;
    std::vector<FieldEdits> edits;
};

std::optional<Bytes> difference(const Planner &planner, const Asked &question, const FieldEdits &edits)
{
    if (edits.empty()) return std::nullopt;
    const auto plan = with_edits(question.plan, edits);
    if (!plan.ok()) return std::nullopt;
    const auto made = planner.estimate(question.architecture, *plan, question.device, {.timeline = false, .explain = false});
    return made.ok() ? std::optional(made->shown().needed() - question.before) : std::nullopt;
}

} // namespace

Differences::Differences(std::shared_ptr<Planner> planner, QObject *parent)
    : QObject(parent), m_planner(std::move(planner)), m_task(this)
{}

void Differences::ask(const Estimate &estimate, const Plan &plan, std::vector<FieldEdits> edits)
{
    Asked question{estimate.architecture, plan, estimate.device, estimate.shown().needed(), std::move(edits)};
    m_task.ask(
        [planner = m_planner, question = std::move(question)](const LatestTask::Wanted &wanted) {
            std::vector<std::optional<Bytes>> out;
            for (const FieldEdits &one : question.edits)
                out.push_back(wanted() ? difference(*planner, question, one) : std::nullopt);
            return out;
        },
        [this](const std::vector<std::optional<Bytes>> &bytes) { emit found(bytes); });
}

} // namespace plimsoll
