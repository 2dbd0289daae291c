// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/card/card_block.h"

#include "core/ground/figures.h"
#include "core/ground/phrase.h"
#include "core/plan/model_card/carried_plan.h"
#include "core/report/card/scenario_table.h"
#include "core/report/estimate_text.h"
#include "core/report/model_card.h"
#include "core/report/writers.h"

#include <algorithm>

namespace plimsoll::report {

namespace {

/// How the figures are counted: those of PyTorch's allocator where some plan has them.
std::string counting(const ReportInput &input)
{
    const ByteFigures in{input.unit};
    const bool allocator = std::ranges::any_of(input.answers, [](const PlanAnswer &one) { return !one.estimate.shown().engine; });
    return phrase(allocator
                      ? QT_TRANSLATE_NOOP("core", "Figures in %1 (%2): allocated and reserved as PyTorch reports their peaks "
                                                  "(%3, %4), on the device as %5 shows it; nine runs of ten stay within the "
                                                  "interval.")
                      : QT_TRANSLATE_NOOP("core", "Figures in %1 (%2), on the device as %5 shows it; nine runs of ten stay "
                                                  "within the interval."),
                  {in.name(), in.meaning(), "max_memory_allocated", "max_memory_reserved", "nvidia-smi"});
}

std::string planned_run(const Estimate &estimate)
{
    return phrase(QT_TRANSLATE_NOOP("core", "Planned for %1: %2."),
                  {estimate.architecture ? estimate.architecture->name : phrase(QT_TRANSLATE_NOOP("core", "the model")),
                   plan_in_words(estimate.plan.plan)});
}

} // namespace

card::BlockParts card_block(const ReportInput &input)
{
    std::vector<Scenario> plans;
    for (const PlanAnswer &answer : input.answers) plans.push_back({answer.name, answer.estimate.plan.plan});
    const bool several = input.answers.size() > 1;
    Paragraph protocol;
    if (!several) protocol.parts.push_back({planned_run(input.answers.front().estimate)});
    protocol.parts.push_back({counting(input)});
    const Paragraph cited{{{phrase(QT_TRANSLATE_NOOP("core", "To cite.")), true}, {citation(input)}}};
    const Document body{{}, {scenario_table(input, several), std::move(protocol), cited}};
    return {card::opening_comment(card::published_plans(plans, input.selected, input.unit)),
            "## " + phrase(QT_TRANSLATE_NOOP("core", "GPU memory")), write_markdown(body).value()};
}

} // namespace plimsoll::report
