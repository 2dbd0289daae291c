// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "core/api/catalogues.h"
#include "core/ground/json_text.h"
#include "core/ground/text.h"
#include "core/model/presets.h"

namespace plimsoll::cli {

namespace {

const std::vector<std::string> models_formats{"text", "json", "csv"};

std::string models_as_text()
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
    OptionParser parser;
    parser.addOption(format_option(models_formats));
    if (const auto done = parse(parser, command, arguments)) return *done;
    const Result<std::string> format = format_of(parser, models_formats);
    if (!format.ok()) return fail(format.error());
    print(*format == "json" ? to_text(models_to_json(), 2) + "\n" : *format == "csv" ? models_to_csv() : models_as_text());
    return Exit::fits;
}

} // namespace plimsoll::cli
