// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers.h"
#include "app/cli/command.h"
#include "app/cli/window.h"
#include "core/ground/json_text.h"
#include "core/ground/write_file.h"
#include "core/plan/session.h"
#include "core/report/html.h"
#include "core/report/model_card.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>

#include <algorithm>
#include <filesystem>

namespace plimsoll::cli {

namespace {

constexpr const char *endings = "a file that ends in .md, .html, .json, .csv, .png, .svg or .pdf";

bool is_drawn(const QString &ending)
{
    return ending == QStringLiteral("png") || ending == QStringLiteral("svg") || ending == QStringLiteral("pdf");
}
bool is_written(const QString &ending)
{
    return ending == QStringLiteral("md") || ending == QStringLiteral("html") || ending == QStringLiteral("json") ||
           ending == QStringLiteral("csv");
}

/// The plans as a session that can be read from any folder, for the program that draws.
Session session_of(const PlanInputs &inputs)
{
    Session session;
    for (const PlanInput &input : inputs.plans) {
        Scenario scenario{input.name.empty() ? "Plan" : input.name, input.plan};
        std::string &path = scenario.plan.model.config_path;
        std::error_code code;
        if (!path.empty() && std::filesystem::path(path).is_relative()) {
            const std::filesystem::path beside = std::filesystem::path(input.base_directory) / path;
            path = std::filesystem::absolute(std::filesystem::exists(beside, code) ? beside : std::filesystem::path(path), code)
                       .string();
        }
        session.scenarios.push_back(std::move(scenario));
    }
    session.selected = static_cast<int>(inputs.selected);
    session.cards = inputs.plans[inputs.selected].plan.target;
    session.unit = inputs.unit;
    return session;
}

std::optional<Error> draw(const PlanInputs &inputs, const QString &output, const std::string &command)
{
    const QTemporaryDir folder;
    if (!folder.isValid()) return Error{"--output", output.toStdString(), {}, "no temporary folder could be made"};
    const QString session = folder.filePath(QStringLiteral("report.plimsoll"));
    if (auto error = write_file(session.toStdString(), session_to_text(session_of(inputs)))) return error;
    return render(session, QFileInfo(output).absoluteFilePath(), QString::fromStdString(command));
}

std::string written(const ReportInput &report, const QString &ending)
{
    if (ending == QStringLiteral("json")) return to_text(report_to_json(report), 2) + "\n";
    if (ending == QStringLiteral("html"))
        return html_page(model_card(report), "GPU memory: " + report.answers[report.selected].name);
    return ending == QStringLiteral("csv") ? report_to_csv(report) : model_card(report);
}

} // namespace

int run_report(const Command &command, const QStringList &arguments)
{
    QCommandLineParser parser;
    add_plan_options(parser);
    parser.addOption({QStringLiteral("output"),
                      QStringLiteral("Where to write it: ") + QString::fromUtf8(endings) + QLatin1Char('.'),
                      QStringLiteral("FILE")});
    if (const auto done = parse(parser, command, arguments)) return *done;
    const QString output = parser.value(QStringLiteral("output"));
    const QString ending = QFileInfo(output).suffix().toLower();
    if (!is_drawn(ending) && !is_written(ending))
        return fail({"--output", output.isEmpty() ? "nothing" : output.toStdString(), endings, {}});
    const Result<PlanInputs> inputs = plans_from(parser);
    if (!inputs.ok()) return fail(inputs.error());
    ReportInput report;
    report.command = typed_command(command, arguments);
    for (const PlanInput &input : inputs->plans) {
        Result<PlanAnswer> made = answer_input(input, {.timeline = ending == QStringLiteral("json")});
        if (!made.ok()) return fail(made.error());
        report.answers.push_back(std::move(made).value());
    }
    report.selected = inputs->selected;
    report.unit = inputs->unit;
    const std::optional<Error> error =
        is_drawn(ending) ? draw(*inputs, output, report.command) : write_file(output.toStdString(), written(report, ending));
    if (error) return fail(*error);
    for (const PlanAnswer &answer : report.answers) say_warnings(answer);
    return status_of(report.answers[report.selected].verdicts);
}

} // namespace plimsoll::cli
