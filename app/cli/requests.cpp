// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/requests.h"

#include "app/cli/command.h"
#include "app/cli/online.h"
#include "app/cli/plan_options.h"
#include "core/api/planner.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>

namespace plimsoll::cli {

namespace {

bool has_overrides(const QCommandLineParser &parser)
{
    const QStringList own{QStringLiteral("requests"), QStringLiteral("timeline"), QStringLiteral("max"),
                          QStringLiteral("format"),   QStringLiteral("online"),   QStringLiteral("brief")};
    return std::ranges::any_of(parser.optionNames(), [&own](const QString &name) { return !own.contains(name); });
}

Result<std::string> checked_path(const std::string &path)
{
    std::error_code code;
    const auto status = std::filesystem::status(path, code);
    if (!std::filesystem::exists(status))
        return Error{"--requests", path, "a file of plans, one a line, or -", "there is no such file"};
    if (std::filesystem::is_directory(status))
        return Error{"--requests", path, "a file of plans, one a line, or -", "is a folder"};
    return path;
}

} // namespace

int run_requests(const QCommandLineParser &parser)
{
    const std::string path = parser.value(QStringLiteral("requests")).toStdString();
    if (parser.isSet(QStringLiteral("plan")))
        return fail({"--plan", {}, "either --plan or --requests", "plans come from the lines"});
    if (parser.isSet(QStringLiteral("format")) && parser.value(QStringLiteral("format")) != QStringLiteral("json"))
        return fail({"--format",
                     parser.value(QStringLiteral("format")).toStdString(),
                     "json (answers to --requests are JSON lines)",
                     {}});
    std::ios::sync_with_stdio(false);
    std::ifstream file;
    if (path != "-") {
        if (const Result<std::string> checked = checked_path(path); !checked.ok()) return fail(checked.error());
        file.open(path, std::ios::binary);
        if (!file) return fail({"--requests", path, {}, "cannot be opened for reading"});
    }
    const std::string base = path == "-" ? std::string() : std::filesystem::path(path).parent_path().string();
    Planner planner({.fetch = [&parser](const ModelReference &model) { return fetch_when_online(parser, model); }});
    const bool brief = parser.isSet(QStringLiteral("brief"));
    if (brief && parser.isSet(QStringLiteral("timeline")))
        return fail({"--timeline", {}, "either --timeline or --brief", "a brief answer has none"});
    JsonOptions options{base, parser.isSet(QStringLiteral("timeline")), parser.isSet(QStringLiteral("max")), brief};
    if (has_overrides(parser)) options.change = [&parser](Plan plan) { return with_overrides(std::move(plan), parser); };
    const auto write = [](const std::string &text) {
        print(text);
        std::fflush(stdout);
    };
    const bool all = planner.answer_lines(path == "-" ? static_cast<std::istream &>(std::cin) : file, options, write);
    return all ? Exit::fits : Exit::bad_input;
}

} // namespace plimsoll::cli
