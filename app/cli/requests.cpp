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
#include <optional>

namespace plimsoll::cli {

namespace {

bool has_overrides(const OptionParser &parser)
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

/// What stands beside --requests and cannot.
std::optional<Error> refused(const OptionParser &parser)
{
    const auto set = [&parser](const char *name) { return parser.isSet(QString::fromLatin1(name)); };
    if (set("plan")) return Error{"--plan", {}, "either --plan or --requests", "plans come from the lines"};
    if (set("format") && parser.value(QStringLiteral("format")) != QStringLiteral("json"))
        return Error{
            "--format", parser.value(QStringLiteral("format")).toStdString(), "json (answers to --requests are JSON lines)", {}};
    if (set("brief") && set("timeline"))
        return Error{"--timeline", {}, "either --timeline or --brief", "a brief answer has none"};
    return std::nullopt;
}

} // namespace

int run_requests(const OptionParser &parser)
{
    if (const std::optional<Error> error = refused(parser)) return fail(*error);
    const std::string path = parser.value(QStringLiteral("requests")).toStdString();
    std::ios::sync_with_stdio(false);
    std::ifstream file;
    if (path != "-") {
        if (const Result<std::string> checked = checked_path(path); !checked.ok()) return fail(checked.error());
        file.open(path, std::ios::binary);
        if (!file) return fail({"--requests", path, {}, "cannot be opened for reading"});
    }
    std::istream &in = path == "-" ? std::cin : file;
    Planner planner({.fetch = [&parser](const ModelReference &model) { return fetch_when_online(parser, model); }});
    JsonOptions options;
    if (path != "-") options.base_directory = std::filesystem::path(path).parent_path().string();
    options.timeline = parser.isSet(QStringLiteral("timeline"));
    options.maxima = parser.isSet(QStringLiteral("max"));
    options.brief = parser.isSet(QStringLiteral("brief"));
    if (has_overrides(parser)) options.change = [&parser](Plan plan) { return with_overrides(std::move(plan), parser); };
    const auto write = [piped = path == "-"](const std::string &text) {
        print(text);
        if (piped) std::fflush(stdout); // somebody may wait for it before the next line
    };
    return planner.answer_lines(in, options, write) ? Exit::fits : Exit::bad_input;
}

} // namespace plimsoll::cli
