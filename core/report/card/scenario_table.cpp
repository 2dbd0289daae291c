// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/card/scenario_table.h"

#include "core/fit/verdict_words.h"
#include "core/ground/figures.h"
#include "core/ground/phrase.h"
#include "core/report/estimate_text.h"
#include "core/report/process_figures.h"
#include "core/report/titles.h"

namespace plimsoll::report {

Table scenario_table(const ReportInput &input, bool with_plans)
{
    const ByteFigures in{input.unit};
    const auto figure = [&in](Bytes bytes) { return localised(in.table(bytes)); };
    Table table{{{phrase(QT_TRANSLATE_NOOP("core", "Scenario"))}}, {}};
    if (with_plans) table.columns.push_back({phrase(QT_TRANSLATE_NOOP("core", "Plan"))});
    const std::vector<ProcessFigure> figures = process_figures(input.answers);
    for (const ProcessFigure &one : figures) table.columns.push_back({one.title, true});
    table.columns.push_back({phrase(QT_TRANSLATE_NOOP("core", "On the device")), true});
    table.columns.push_back({phrase(QT_TRANSLATE_NOOP("core", "90 % interval")), true});
    const std::vector<const Verdict *> cards = cards_of(input.answers);
    for (const Verdict *card : cards)
        table.columns.push_back(
            {phrase(QT_TRANSLATE_NOOP("core", "%1, spare"), {card_said(*card, plain_figures(input.unit))}), true});
    for (const PlanAnswer &answer : input.answers) {
        const ProcessEstimate &process = answer.estimate.shown();
        std::vector<TextRun> row{{answer.name}};
        if (with_plans) row.push_back({plan_in_words(answer.estimate.plan.plan)});
        for (const ProcessFigure &one : figures) {
            const std::optional<Bytes> bytes = one.of(answer.estimate);
            row.push_back({bytes ? figure(*bytes) : "–"});
        }
        row.push_back({figure(process.needed()), true});
        row.push_back({figure(process.needed_interval().low) + "–" + figure(process.needed_interval().high)});
        for (const Verdict *card : cards) {
            const Verdict *verdict = verdict_on(answer, *card);
            row.push_back({verdict == nullptr
                               ? "–"
                               : std::string(mark_of(verdict->word())) + " " + word_title(*verdict) +
                                     (spare_says_it(*verdict) ? " " + localised(in.difference(verdict->headroom)) : "")});
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

} // namespace plimsoll::report
