// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers.h"
#include "app/cli/command.h"
#include "app/cli/plan_options.h"
#include "app/cli/window.h"
#include "core/ground/write_file.h"
#include "core/report/writers.h"

#include <QFileInfo>

namespace plimsoll::cli {

namespace {

/// Which of the answers hold their steps: JSON has all timelines, a sheet that of the selected plan, and prose none.
bool has_timeline(const std::string &ending, bool selected)
{
    const bool prose = ending == "md" || ending == "html" || ending == "csv";
    return ending == "json" || (selected && !prose);
}

} // namespace

int run_report(const Command &command, const QStringList &arguments)
{
    add_drawn_writers();
    QCommandLineParser parser;
    add_plan_options(parser);
    parser.addOption({QStringLiteral("output"),
                      QStringLiteral("Where to write it: ") + QString::fromStdString(report::accepted_endings()) +
                          QLatin1Char('.'),
                      QStringLiteral("FILE")});
    if (const auto done = parse(parser, command, arguments)) return *done;
    const std::string output = parser.value(QStringLiteral("output")).toStdString();
    const std::string ending = QFileInfo(QString::fromStdString(output)).suffix().toLower().toStdString();
    if (!report::is_written(ending)) return fail({"--output", output.empty() ? "nothing" : output, report::accepted_endings(), {}});
    const Result<PlanInputs> inputs = plans_from(parser);
    if (!inputs.ok()) return fail(inputs.error());
    Planner planner;
    ReportInput input{{}, inputs->selected, typed_command(command, arguments), inputs->unit};
    for (const Question &question : inputs->plans) {
        const bool timeline = has_timeline(ending, input.answers.size() == input.selected);
        Result<PlanAnswer> made = planner.answer(question, {.estimate = {.timeline = timeline}});
        if (!made.ok()) return fail(made.error());
        input.answers.push_back(std::move(made).value());
    }
    Result<std::string> text = report::written(report::report_of(input), ending);
    if (!text.ok()) return fail(text.error());
    if (const std::optional<Error> error = write_file(output, *text)) return fail(*error);
    for (const PlanAnswer &answer : input.answers) say_warnings(answer);
    return status_of(outcome_of(input.answers[input.selected].verdicts));
}

} // namespace plimsoll::cli
