// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/online.h"
#include "core/api/planner.h"
#include "core/ground/json_text.h"
#include "core/model/presets.h"
#include "core/model/reference.h"
#include "core/plan/field.h"
#include "core/report/inspect_json.h"

namespace plimsoll::cli {

namespace {

const std::vector<std::string> inspect_formats{"text", "json"};

/// One REF; false when it could not be read. JSON answers stand on one line each where there are several.
bool inspect_one(const OptionParser &parser, const std::string &ref, const InspectOptions &options, bool json, bool several)
{
    const ModelReference reference = reference_from_text(ref);
    const std::optional<Error> refused = fetch_when_online(parser, reference);
    // what the file names, not what a plan would run in its place
    const Result<ArchitectureRef> model = refused ? Result<ArchitectureRef>(*refused) : Planner().inspect(reference);
    if (!model.ok()) {
        if (json && several)
            print(to_text(inspect_error_to_json(ref, model.error())) + "\n");
        else
            fail(model.error());
        return false;
    }
    if (json)
        print(to_text(inspect_to_json(**model, options), several ? -1 : 2) + "\n");
    else
        print(inspect_to_text(**model, options));
    return true;
}

} // namespace

int run_inspect(const Command &command, const QStringList &arguments)
{
    OptionParser parser;
    parser.addPositionalArgument(QStringLiteral("REF"), QStringLiteral("Preset, path to a config.json or its folder, or Hub id."),
                                 QStringLiteral("REF..."));
    parser.addOption({QStringLiteral("targets"),
                      QStringLiteral("More adapter targets to count: names with commas, or a regular expression."),
                      QStringLiteral("TARGETS")});
    parser.addOption(
        {QStringLiteral("rank"), QStringLiteral("Rank of the adapters that are counted; 16 unless given."), QStringLiteral("N")});
    add_online_option(parser);
    parser.addOption(format_option(inspect_formats));
    if (const auto done = parse(parser, command, arguments)) return *done;
    const Result<std::string> format = format_of(parser, inspect_formats);
    if (!format.ok()) return fail(format.error());
    InspectOptions options;
    for (const QString &targets : parser.values(QStringLiteral("targets"))) options.targets.push_back(targets.toStdString());
    if (parser.isSet(QStringLiteral("rank"))) {
        const std::string typed = parser.value(QStringLiteral("rank")).toStdString();
        const auto rank = count_from_text(typed);
        if (!rank || *rank < 1 || *rank > 65536) return fail({"--rank", typed, "1 to 65536", {}});
        options.rank = *rank;
    }
    const QStringList refs = parser.positionalArguments();
    if (refs.isEmpty()) return fail({"REF", "nothing", "a preset, a path to a config.json or its folder, or a Hub id", {}});
    bool all_read = true;
    for (const QString &ref : refs)
        all_read &= inspect_one(parser, ref.toStdString(), options, *format == "json", refs.size() > 1);
    return all_read ? Exit::fits : Exit::bad_input;
}

} // namespace plimsoll::cli
