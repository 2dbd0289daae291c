// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/plan_options.h"

#include "app/cli/command.h"
#include "app/cli/online.h"
#include "core/ground/phrase.h"
#include "core/ground/read_file.h"
#include "core/model/checkpoint/adapter_file.h"
#include "core/plan/field.h"
#include "core/plan/naming/plan_names.h"
#include "core/plan/plan_json.h"
#include "core/plan/settings_of_adapter.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <iostream>

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

/// Values of an option under its short name, then of the field's whole path.
QStringList values_of(const OptionParser &parser, const Field &field)
{
    const QString name = qt(field.option);
    const QString whole = qt(dashed(field.path));
    return whole == name ? parser.values(name) : parser.values(name) + parser.values(whole);
}

struct SessionInput {
    Session session;
    std::string base_directory;
    std::vector<Warning> warnings;
};

/// What stands at `path`; "-": what is piped in.
Result<std::string> plan_text(const std::string &path)
{
    if (path != "-") return read_file(path, largest_plan);
    std::string out(largest_plan + 1, '\0');
    std::cin.read(out.data(), static_cast<std::streamsize>(out.size()));
    out.resize(static_cast<std::size_t>(std::cin.gcount()));
    if (out.size() > largest_plan)
        return Error{
            "-", {}, phrase(QT_TRANSLATE_NOOP("core", "a file of at most %1 bytes"), {std::to_string(largest_plan)}), {}};
    return out;
}

Result<SessionInput> read_session(const std::string &path)
{
    const Result<std::string> text = plan_text(path);
    if (!text.ok()) {
        Error error = text.error();
        error.text = "--plan " + error.field + (error.text.empty() ? "" : ": " + error.text);
        error.field.clear();
        return error;
    }
    Result<ParsedSession> parsed = session_from_text(*text);
    if (!parsed.ok()) {
        Error error = parsed.error();
        error.field = path + (error.field == "session" ? "" : ": " + error.field); // a plan's text comes this way too
        return error;
    }
    return SessionInput{std::move(parsed->session), std::filesystem::path(path).parent_path().string(),
                        std::move(parsed->warnings)};
}

Result<Question> input_of(const SessionInput &read, const Scenario &scenario, const OptionParser &parser)
{
    Result<Plan> plan = with_overrides(read.session.plan_of(scenario), parser);
    if (!plan.ok()) return plan.error();
    if (const auto refused = fetch_when_online(parser, plan->model)) return *refused;
    // what was typed is meant from where it was typed
    const std::string base = parser.isSet(QStringLiteral("model")) ? std::string() : read.base_directory;
    std::vector<Warning> warnings = read.warnings;
    Plan adapted = with_settings_of_model(std::move(plan).value(), base, warnings);
    return Question{scenario.name, std::move(adapted), base, std::move(warnings), read.session.document, read.session.amount};
}

/// Lists may be given by repeating the option; everything else takes the last value.
Result<Plan> overridden(const Plan &plan, const Field &field, const QStringList &values)
{
    if (field.path != "target.gpus") return with_field(plan, field.path, values.last().toStdString());
    nlohmann::json names = nlohmann::json::array();
    for (const QString &value : values) names.push_back(value.toStdString());
    return with_field(plan, field.path, names.dump());
}

/// A size may be typed with its unit, which a plan's number of bytes has not.
void say_units(Error &error, const Field &field)
{
    if (field.type == FieldType::size) error.accepted += " bytes, or a size such as 16GiB or 24GB";
}

Result<Plan> set_by_path(const Plan &plan, const std::string &typed)
{
    const std::size_t equals = typed.find('=');
    if (equals == std::string::npos) return Error{"--set", typed, "PATH=VALUE, such as adapter.dora=true", {}};
    const std::string path = typed.substr(0, equals);
    Result<Plan> next = with_field(plan, path, typed.substr(equals + 1));
    if (next.ok()) return next;
    Error error = next.error();
    if (error.field == "field") error.field = "--set";
    if (const Field *field = find_field(path)) say_units(error, *field);
    return error;
}

/// Plans of several files whose names nobody gave are called by what tells them apart.
void name_the_nameless(std::vector<Question> &questions, const std::vector<bool> &named)
{
    std::vector<const Plan *> plans;
    for (const Question &question : questions) plans.push_back(&question.plan);
    const std::vector<std::string> names = automatic_names(plans);
    for (std::size_t i = 0; i < names.size(); ++i)
        if (!named[i] && is_numbered(questions[i].name, automatic_name(questions[i].plan)))
            questions[i].plan.name = questions[i].name = names[i];
}

} // namespace

void add_plan_options(OptionParser &parser)
{
    parser.addOption(
        {QStringLiteral("plan"), QStringLiteral("A plan or session file; -: what is piped in."), QStringLiteral("FILE")});
    for (const Field &field : plan_fields()) {
        const std::string accepted = accepts_in_help(field) ? ": " + field.accepted : std::string();
        QCommandLineOption option(qt(field.option), qt(field.about + accepted + "."), value_name(field));
        if (field.path.starts_with("libraries.")) option.setFlags(QCommandLineOption::HiddenFromHelp);
        parser.addOption(option);
        if (dashed(field.path) == field.option) continue;
        QCommandLineOption whole(qt(dashed(field.path)), {}, value_name(field));
        whole.setFlags(QCommandLineOption::HiddenFromHelp);
        parser.addOption(whole);
    }
    parser.addOption({QStringLiteral("adapter"),
                      QStringLiteral("An adapter_config.json or its folder, whose settings are taken."), QStringLiteral("FILE")});
    parser.addOption({QStringLiteral("set"),
                      QStringLiteral("Any field by its path, such as adapter.dora=true or libraries.torch=2.4."),
                      QStringLiteral("PATH=VALUE")});
    add_online_option(parser);
}

/// The settings of an adapter's own configuration, as if each had been typed.
static Result<Plan> with_adapter(Plan plan, const std::string &typed)
{
    const std::optional<std::filesystem::path> path = adapter_file_at(typed);
    if (!path)
        return Error{"--adapter", typed, "an adapter_config.json of PEFT, or a folder that holds one beside no config.json", {}};
    const Result<std::string> text = read_file(*path, largest_plan);
    if (!text.ok()) return text.error();
    const Result<AdapterFile> file = read_adapter_file(*text, path->string());
    if (!file.ok()) return file.error();
    std::vector<Warning> warnings;
    Plan out = with_settings_of(*file, std::move(plan), true, warnings);
    for (const Warning &warning : warnings) say("warning: " + warning.text);
    return out;
}

Result<Plan> with_overrides(Plan plan, const OptionParser &parser)
{
    if (const QString typed = parser.value(QStringLiteral("adapter")); !typed.isEmpty()) {
        Result<Plan> adapted = with_adapter(std::move(plan), typed.toStdString());
        if (!adapted.ok()) return adapted.error();
        plan = std::move(adapted).value();
    }
    for (const Field &field : plan_fields()) {
        const QStringList values = values_of(parser, field);
        if (values.isEmpty()) continue;
        Result<Plan> next = overridden(plan, field, values);
        if (!next.ok()) {
            Error error = next.error();
            error.field = "--" + field.option;
            say_units(error, field);
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

Result<Question> plan_from(const OptionParser &parser)
{
    const QStringList paths = parser.values(QStringLiteral("plan"));
    if (!paths.isEmpty()) {
        const Result<SessionInput> read = read_session(paths.last().toStdString());
        if (!read.ok()) return read.error();
        return input_of(*read, read->session.current(), parser);
    }
    Result<Plan> plan = with_overrides({}, parser);
    if (!plan.ok()) return plan.error();
    if (const auto refused = fetch_when_online(parser, plan->model)) return *refused;
    std::vector<Warning> warnings;
    Plan adapted = with_settings_of_model(std::move(plan).value(), {}, warnings);
    return Question{{}, std::move(adapted), {}, std::move(warnings), {}};
}

Result<Question> plan_in_file(const std::string &path)
{
    Result<SessionInput> read = read_session(path);
    if (!read.ok()) return read.error();
    const Scenario &scenario = read->session.current();
    std::vector<Warning> warnings = std::move(read->warnings);
    Plan plan = with_settings_of_model(read->session.plan_of(scenario), read->base_directory, warnings);
    return Question{scenario.name, std::move(plan), read->base_directory, std::move(warnings), read->session.document};
}

Result<PlanInputs> plans_from(const OptionParser &parser)
{
    PlanInputs out;
    std::vector<bool> named;
    const QStringList paths = parser.values(QStringLiteral("plan"));
    for (const QString &path : paths) {
        const Result<SessionInput> read = read_session(path.toStdString());
        if (!read.ok()) return read.error();
        if (paths.size() == 1) {
            out.selected = static_cast<std::size_t>(read->session.selected);
            out.unit = read->session.unit;
        }
        for (const Scenario &scenario : read->session.scenarios) {
            Result<Question> input = input_of(*read, scenario, parser);
            if (!input.ok()) return input.error();
            out.plans.push_back(std::move(input).value());
            named.push_back(!scenario.plan.name.empty());
        }
    }
    if (paths.size() > 1) name_the_nameless(out.plans, named);
    if (!paths.isEmpty()) return out;
    Result<Question> one = plan_from(parser);
    if (!one.ok()) return one.error();
    out.plans.push_back(std::move(one).value());
    return out;
}

void add_axis_option(OptionParser &parser)
{
    parser.addOption({QStringLiteral("over"),
                      QStringLiteral("A field and its values: sequence_length=1024:8192:1024, micro_batch=1:64:x2, "
                                     "method=full,lora,qlora, model=A,B. Given again: every combination."),
                      QStringLiteral("FIELD=FROM:TO[:STEP]")});
}

Result<std::vector<SweepAxis>> axes_of(const OptionParser &parser)
{
    std::vector<SweepAxis> out;
    for (const QString &text : parser.values(QStringLiteral("over"))) {
        Result<SweepAxis> axis = sweep_axis(text.toStdString());
        if (!axis.ok()) return axis.error();
        out.push_back(*std::move(axis));
    }
    return out;
}

} // namespace plimsoll::cli
