// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "core/api/catalogues.h"
#include "core/cards/gpu_catalogue.h"
#include "core/ground/json_text.h"
#include "core/ground/text.h"
#include "core/offers/offers.h"

#include <algorithm>

namespace plimsoll::cli {

namespace {

const std::vector<std::string> gpus_formats{"text", "json", "csv"};

bool holds_all(const Gpu &gpu, const QStringList &words)
{
    std::string text = gpu.vendor + ' ' + gpu.name + ' ' + gpu.architecture;
    for (const std::string &alias : gpu.aliases) text += ' ' + alias;
    const QString all = QString::fromStdString(text);
    return std::ranges::all_of(words, [&](const QString &word) { return all.contains(word, Qt::CaseInsensitive); });
}

/// Those that have all of the words.
std::string gpus_as_text(const QStringList &words)
{
    std::string out = left_aligned("name", 40) + right_aligned("as sold", 9) + right_aligned("usable", 10) +
                      right_aligned("capability", 12) + "\n";
    for (const Gpu &gpu : gpu_catalogue()) {
        if (!holds_all(gpu, words)) continue;
        const std::string capability = capability_of(gpu);
        out += left_aligned(gpu.name, 40) + right_aligned(gib_brief(gpu.memory_nominal), 9) +
               right_aligned(gib_table(gpu.usable_bytes()), 10) + right_aligned(capability.empty() ? "–" : capability, 12) + "\n";
    }
    return out + "Sizes in GiB. --format json says more, with sources.\n";
}

} // namespace

int run_gpus(const Command &command, const QStringList &arguments)
{
    OptionParser parser;
    parser.addOption(format_option(gpus_formats));
    parser.addPositionalArgument(QStringLiteral("WORD"), QStringLiteral("Only those that have all of the words."),
                                 QStringLiteral("[WORD…]"));
    if (const auto done = parse(parser, command, arguments)) return *done;
    const Result<std::string> format = format_of(parser, gpus_formats);
    if (!format.ok()) return fail(format.error());
    const QStringList words = parser.positionalArguments();
    if (const auto refused = words_beside(command, *format, words)) return *refused;
    for (const std::vector<CatalogueProblem> &problems : {gpu_catalogue_problems(), cloud_offers().problems})
        for (const CatalogueProblem &problem : problems) say("warning: " + problem.message());
    print(*format == "json" ? to_text(gpus_to_json(), 2) + "\n" : *format == "csv" ? gpus_to_csv() : gpus_as_text(words));
    return Exit::fits;
}

} // namespace plimsoll::cli
