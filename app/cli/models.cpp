// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "core/ground/json_text.h"
#include "core/ground/text.h"
#include "core/load/load.h"
#include "core/model/presets.h"
#include "core/report/csv.h"

namespace plimsoll::cli {

namespace {

const std::vector<std::string> formats{"text", "json", "csv"};

std::string as_json()
{
    nlohmann::ordered_json out = nlohmann::ordered_json::array();
    for (const Preset &preset : presets())
        out.push_back({{"name", preset.name},
                       {"title", preset.title},
                       {"family", preset.family},
                       {"hub", preset.hub},
                       {"model_type", preset.model_type},
                       {"parameters", preset.parameters},
                       {"context", preset.context}});
    return to_text(out, 2) + "\n";
}

std::string as_csv()
{
    std::string out = csv_line({"name", "title", "family", "hub", "model_type", "parameters", "context"});
    for (const Preset &preset : presets())
        out += csv_line({preset.name, preset.title, preset.family, preset.hub, preset.model_type,
                         std::to_string(preset.parameters), std::to_string(preset.context)});
    return out;
}

std::string as_text()
{
    std::string out = left_aligned("name", 32) + right_aligned("parameters", 18) + right_aligned("context", 12) + "  type\n";
    for (const Preset &preset : presets())
        out += left_aligned(preset.name, 32) + right_aligned(grouped(preset.parameters), 18) +
               right_aligned(grouped(preset.context), 12) + "  " + preset.model_type + "\n";
    return out;
}

} // namespace

int run_models(const Command &command, const QStringList &arguments)
{
    QCommandLineParser parser;
    parser.addOption(format_option(formats));
    if (const auto done = parse(parser, command, arguments)) return *done;
    const Result<std::string> format = format_of(parser, formats);
    if (!format.ok()) return fail(format.error());
    print(*format == "json" ? as_json() : *format == "csv" ? as_csv() : as_text());
    return Exit::fits;
}

} // namespace plimsoll::cli
