// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/plan_options.h"

#include "app/cli/command.h"
#include "core/model/read_file.h"
#include "core/plan/field.h"
#include "core/plan/plan_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace plimsoll::cli {

namespace {

constexpr std::uint64_t largest_plan = 16U << 20U;

QString qt(const std::string &text) { return QString::fromStdString(text); }

std::string dashed(std::string path)
{
    std::ranges::replace_if(
        path, [](char c) { return c == '_' || c == '.'; }, '-');
    return path;
}

QString value_name(const Field &field)
{
    switch (field.type) {
    case FieldType::integer: return QStringLiteral("N");
    case FieldType::number: return QStringLiteral("NUMBER");
    case FieldType::size: return QStringLiteral("SIZE");
    case FieldType::list: return field.path == "target.gpus" ? QStringLiteral("NAME") : QStringLiteral("LIST");
    default: return field.path == "model" ? QStringLiteral("REF") : QStringLiteral("VALUE");
    }
}

bool accepts_in_help(const Field &field)
{
    return field.type != FieldType::size && field.path != "name" && field.path != "model" && field.path != "target.gpus";
}

/// Lists may be given by repeating the option; everything else takes the last value.
Result<Plan> overridden(const Plan &plan, const Field &field, const QStringList &values)
{
    if (field.path != "target.gpus") return with_field(plan, field.path, values.last().toStdString());
    nlohmann::json names = nlohmann::json::array();
    for (const QString &value : values) names.push_back(value.toStdString());
    return with_field(plan, field.path, names.dump());
}

Result<Plan> set_by_path(const Plan &plan, const std::string &typed)
{
    const std::size_t equals = typed.find('=');
    if (equals == std::string::npos) return Error{"--set", typed, "PATH=VALUE, such as adapter.dora=true", {}};
    return with_field(plan, typed.substr(0, equals), typed.substr(equals + 1));
}

} // namespace

void add_plan_options(QCommandLineParser &parser)
{
    parser.addOption({QStringLiteral("plan"), QStringLiteral("A plan or session file."), QStringLiteral("FILE")});
    for (const Field &field : plan_fields()) {
        QStringList names{qt(field.option)};
        if (const QString full = qt(dashed(field.path)); full != names.first()) names << full;
        const std::string accepted = accepts_in_help(field) ? ": " + field.accepted : std::string();
        parser.addOption({names, qt(field.about + accepted + "."), value_name(field)});
    }
    parser.addOption({QStringLiteral("set"), QStringLiteral("Any field by its path, such as adapter.dora=true."),
                      QStringLiteral("PATH=VALUE")});
}

void say_warnings(const std::vector<Warning> &warnings)
{
    for (const Warning &warning : warnings) say("warning: " + warning.text);
}

Result<SessionInput> read_session(const std::string &path)
{
    const Result<std::string> text = read_file(path, largest_plan);
    if (!text.ok()) {
        Error error = text.error();
        error.text = "--plan " + error.field + (error.text.empty() ? "" : ": " + error.text);
        error.field.clear();
        return error;
    }
    Result<ParsedSession> parsed = session_from_text(*text);
    if (!parsed.ok()) {
        Error error = parsed.error();
        error.field = path + ": " + error.field;
        return error;
    }
    say_warnings(parsed->warnings);
    return SessionInput{std::move(parsed->session), std::filesystem::path(path).parent_path().string()};
}

Result<Plan> with_overrides(Plan plan, const QCommandLineParser &parser)
{
    for (const Field &field : plan_fields()) {
        const QStringList values = parser.values(qt(field.option));
        if (values.isEmpty()) continue;
        Result<Plan> next = overridden(plan, field, values);
        if (!next.ok()) {
            Error error = next.error();
            error.field = "--" + field.option;
            return error;
        }
        plan = std::move(next).value();
    }
    for (const QString &typed : parser.values(QStringLiteral("set"))) {
        Result<Plan> next = set_by_path(plan, typed.toStdString());
        if (!next.ok()) return next.error();
        plan = std::move(next).value();
    }
    return plan;
}

Result<PlanInput> plan_from(const QCommandLineParser &parser)
{
    PlanInput input;
    if (const QStringList paths = parser.values(QStringLiteral("plan")); !paths.isEmpty()) {
        Result<SessionInput> read = read_session(paths.last().toStdString());
        if (!read.ok()) return read.error();
        const Scenario &scenario = read->session.current();
        input = {scenario.name, read->session.plan_of(scenario), read->base_directory};
    }
    Result<Plan> plan = with_overrides(std::move(input.plan), parser);
    if (!plan.ok()) return plan.error();
    input.plan = std::move(plan).value();
    // what was typed is meant from where it was typed
    if (parser.isSet(QStringLiteral("model"))) input.base_directory.clear();
    return input;
}

Result<std::vector<PlanInput>> plans_from(const QCommandLineParser &parser)
{
    std::vector<PlanInput> out;
    for (const QString &path : parser.values(QStringLiteral("plan"))) {
        Result<SessionInput> read = read_session(path.toStdString());
        if (!read.ok()) return read.error();
        for (const Scenario &scenario : read->session.scenarios) {
            Result<Plan> plan = with_overrides(read->session.plan_of(scenario), parser);
            if (!plan.ok()) return plan.error();
            out.push_back({scenario.name, std::move(plan).value(),
                           parser.isSet(QStringLiteral("model")) ? std::string() : read->base_directory});
        }
    }
    return out;
}

} // namespace plimsoll::cli
