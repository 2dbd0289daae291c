// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers.h"
#include "app/cli/command.h"
#include "app/cli/plan_options.h"
#include "core/api/runs/run_export.h"
#include "core/exchange/exchange.h"
#include "core/ground/json_text.h"
#include "core/ground/write_file.h"

namespace plimsoll::cli {

namespace {

const std::vector<std::string> export_formats{"text", "json"};

/// A line for each tool, as --help shows it.
std::string export_about_each()
{
    std::string out = "The tool:";
    const auto line = [&out](std::string_view name, const std::string &what) {
        out.append("\n").append(name).append(": ").append(what);
    };
    for (const ToolFormat *tool : tools_written())
        line(tool->name, (tool->name == "skypilot"   ? "a task that runs one of these, of "
                          : tool->name == "plimsoll" ? "the plan's own file, of "
                          : tool->ending == "py"     ? "a script of "
                          : tool->ending == "sh"     ? "a command of "
                                                     : "a configuration of ") +
                             std::string(tool->title));
    for (const RunExport &one : run_exports()) line(one.name, std::string(one.title) + " (." + std::string(one.ending) + ")");
    return out;
}

Result<Exported> export_of(const Question &input, const std::string &tool)
{
    KnownModels models;
    Result<Exported> made = exported_as(models, input, tool);
    return made.ok() || made.error().field != "to" ? std::move(made) : of_option(made.error());
}

} // namespace

int run_export(const Command &command, const QStringList &arguments)
{
    OptionParser parser;
    add_plan_options(parser);
    parser.addOption({QStringLiteral("to"), QString::fromStdString(export_about_each()), QStringLiteral("TOOL")});
    parser.addOption(
        {QStringLiteral("output"), QStringLiteral("Where to write it; standard output unless given."), QStringLiteral("FILE")});
    parser.addOption(format_option(export_formats));
    if (const auto done = parse(parser, command, arguments)) return *done;
    const Result<std::string> format = format_of(parser, export_formats);
    if (!format.ok()) return fail(format.error());
    const Result<Question> input = plan_from(parser);
    if (!input.ok()) return fail(input.error());
    say_warnings(*input);
    const std::string tool = parser.value(QStringLiteral("to")).toStdString();
    const RunExport *const run = find_run_export(tool);
    const Result<Exported> made = export_of(*input, tool);
    if (!made.ok()) return fail(made.error());
    if (run != nullptr && !run->is_text && *format == "json")
        return fail({"--format", "json", "text: " + tool + " is a file of bytes", {}});
    const std::string text = *format == "json" ? to_text(export_to_json(*made, tool), 2) + '\n' : export_to_text(*made);
    if (*format == "text" && !made->takes_comments)
        for (const std::string &line : not_said_lines(*made)) say(line);
    if (!parser.isSet(QStringLiteral("output"))) {
        print(text);
        return Exit::fits;
    }
    const std::optional<Error> error = write_file(parser.value(QStringLiteral("output")).toStdString(), text);
    return error ? fail(*error) : Exit::fits;
}

} // namespace plimsoll::cli
