// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "core/api/catalogues.h"
#include "core/ground/json_text.h"
#include "core/ground/text.h"
#include "core/model/presets.h"

#include <algorithm>

namespace plimsoll::cli {

namespace {

const std::vector<std::string> models_formats{"text", "json", "csv"};

bool holds_all(const Preset &preset, const QStringList &words)
{
    const QString text = QString::fromStdString(preset.name + ' ' + preset.title + ' ' + preset.hub + ' ' + preset.model_type);
    return std::ranges::all_of(words, [&](const QString &word) { return text.contains(word, Qt::CaseInsensitive); });
}

/// Those that have all of the words.
std::string models_as_text(const QStringList &words)
{
    std::string out = left_aligned("name", 32) + right_aligned("parameters", 18) + right_aligned("context", 12) + "  type\n";
    for (const Preset &preset : presets())
        if (holds_all(preset, words))
            out += left_aligned(preset.name, 32) + right_aligned(grouped(preset.parameters), 18) +
                   right_aligned(grouped(preset.context), 12) + "  " + preset.model_type + "\n";
    return out;
}

} // namespace

int run_models(const Command &command, const QStringList &arguments)
{
    OptionParser parser;
    parser.addOption(format_option(models_formats));
    parser.addPositionalArgument(QStringLiteral("WORD"), QStringLiteral("Only those that have all of the words."),
                                 QStringLiteral("[WORD…]"));
    if (const auto done = parse(parser, command, arguments)) return *done;
    const Result<std::string> format = format_of(parser, models_formats);
    if (!format.ok()) return fail(format.error());
    const QStringList words = parser.positionalArguments();
    if (const auto refused = words_beside(command, *format, words)) return *refused;
    print(*format == "json" ? to_text(models_to_json(), 2) + "\n" : *format == "csv" ? models_to_csv() : models_as_text(words));
    return Exit::fits;
}

} // namespace plimsoll::cli
