// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/advice.h"

#include "app/cli/command.h"
#include "app/cli/plan_options.h"
#include "core/json_text.h"
#include "core/text.h"

#include <algorithm>

namespace plimsoll::cli {

namespace {

const std::vector<std::string> formats{"text", "json"};
constexpr std::size_t width = 80;

std::string row(std::string_view saves, std::string_view then, std::string_view fits_word, std::string_view what)
{
    std::string out = right_aligned(saves, 7) + right_aligned(then, 8) + "  " + left_aligned(fits_word, 7) + "  ";
    const std::size_t indent = columns(out);
    const std::vector<std::string> lines = wrapped(what, width - indent);
    for (std::size_t i = 0; i < lines.size(); ++i) out += (i == 0 ? "" : '\n' + std::string(indent, ' ')) + lines[i];
    return out + '\n';
}

std::string as_text(const std::vector<Advice> &advice)
{
    std::string out = row("saves", "then", "fits", "change");
    for (const Advice &entry : advice) {
        const bool idle = !entry.no_effect.empty();
        const std::string saves = idle ? "–" : gib_difference(-entry.saves);
        out += row(saves, idle && entry.saves == 0 ? "" : gib_table(entry.device), name_of(entry.fits),
                   entry.title + (idle ? ": no effect here, " + entry.no_effect : ": " + entry.cost));
    }
    return out + "GiB on the device.\n";
}

Result<std::vector<Advice>> advised(const PlanInput &input)
{
    const Result<ArchitectureRef> model = load_model(input.plan.model, input.base_directory);
    if (!model.ok()) return model.error();
    const Result<AdviceTarget> target = advice_target(input.plan);
    if (!target.ok()) return target.error();
    return advise(*model, input.plan, *target);
}

} // namespace

int run_advise(const Command &command, const QStringList &arguments)
{
    QCommandLineParser parser;
    add_plan_options(parser);
    parser.addOption(format_option(formats));
    if (const auto done = parse(parser, command, arguments)) return *done;
    const Result<std::string> format = format_of(parser, formats);
    if (!format.ok()) return fail(format.error());
    const Result<PlanInput> input = plan_from(parser);
    if (!input.ok()) return fail(input.error());
    const Result<std::vector<Advice>> advice = advised(*input);
    if (!advice.ok()) return fail(advice.error());
    print(*format == "json" ? to_text(advice_to_json(*advice), 2) + "\n" : as_text(*advice));
    const bool helps = std::ranges::any_of(*advice, [](const Advice &entry) { return entry.fits == Fits::yes; });
    return helps ? Exit::fits : Exit::does_not_fit;
}

} // namespace plimsoll::cli
