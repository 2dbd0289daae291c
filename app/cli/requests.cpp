// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/requests.h"

#include "app/cli/command.h"
#include "app/cli/online.h"
#include "app/cli/plan_options.h"
#include "core/api/planner.h"
#include "core/ground/text.h"

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
                          QStringLiteral("format"),   QStringLiteral("online"),   QStringLiteral("brief"),
                          QStringLiteral("quick"),    QStringLiteral("exact")};
    return std::ranges::any_of(parser.optionNames(), [&own](const QString &name) { return !own.contains(name); });
}

/// Plans up to which brief answers replay the allocator unless told otherwise: as many as that takes about a second for.
constexpr std::size_t most_replayed_requests = 250;

/// Whether a stream has more lines than that. Not known of a pipe, which stays as it is.
bool has_many_lines(std::istream &in)
{
    const auto start = in.tellg();
    in.clear();
    if (start == std::istream::pos_type(-1)) return false;
    std::size_t lines = 0;
    for (std::string line; lines <= most_replayed_requests && std::getline(in, line);) ++lines;
    in.clear();
    in.seekg(start);
    return lines > most_replayed_requests;
}

/// Whether each answer replays the allocator; says so where it does not.
bool replays(const OptionParser &parser, std::istream &in)
{
    const bool quick = parser.isSet(QStringLiteral("quick"));
    const bool many =
        !quick && parser.isSet(QStringLiteral("brief")) && !parser.isSet(QStringLiteral("exact")) && has_many_lines(in);
    if (many)
        say("more than " + grouped(static_cast<Count>(most_replayed_requests)) +
            " plans: bytes of tensors and the usual slack, without the allocator's blocks; --exact replays it for each");
    return !quick && !many;
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
    if (set("quick") && set("exact"))
        return Error{"--quick", {}, "either --quick or --exact", "one replays the allocator, one does not"};
    if (set("quick") && !set("brief")) return Error{"--quick", {}, "with --brief", "whole answers replay the allocator"};
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
    options.replay = replays(parser, in);
    if (has_overrides(parser)) options.change = [&parser](Plan plan) { return with_overrides(std::move(plan), parser); };
    const auto write = [piped = path == "-"](const std::string &text) {
        print(text);
        if (piped) std::fflush(stdout); // somebody may wait for it before the next line
    };
    return planner.answer_lines(in, options, write) ? Exit::fits : Exit::bad_input;
}

} // namespace plimsoll::cli
