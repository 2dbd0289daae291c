// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers.h"
#include "app/cli/command.h"
#include "app/cli/plan_options.h"
#include "core/fit/verdict_words.h"
#include "core/ground/json_text.h"
#include "core/ground/text.h"
#include "core/report/titles.h"

namespace plimsoll::cli {

namespace {

const std::vector<std::string> advise_formats{"text", "json"};
constexpr std::size_t advise_width = 80;

std::string row(std::string_view saves, std::string_view then, std::string_view fits_word, std::string_view what)
{
    std::string out = right_aligned(saves, 7) + right_aligned(then, 8) + "  " + left_aligned(fits_word, 12) + "  ";
    const std::size_t indent = columns(out);
    const std::vector<std::string> lines = wrapped(what, advise_width - indent);
    for (std::size_t i = 0; i < lines.size(); ++i) out += (i == 0 ? "" : '\n' + std::string(indent, ' ')) + lines[i];
    return out + '\n';
}

std::string idle_text(const Advice &entry)
{
    return entry.title + (entry.fits == Fits::unknown ? ": " : ": no effect here, ") + entry.no_effect;
}

std::string as_text(const AdviceAnswer &answer)
{
    std::string out = row("saves", "then", "fits", "change");
    for (const Advice &entry : useful_first(answer.advice)) {
        const bool idle = !entry.no_effect.empty();
        const std::string saves = idle ? "–" : gib_difference(-entry.saves);
        out += row(saves, idle && entry.saves == 0 ? "" : gib_table(entry.device), title_of(entry.word),
                   idle ? idle_text(entry) : entry.title + ": " + entry.cost);
    }
    out += "GiB on the device; fits: " + answer.target.counted_name() + ".\n";
    for (const std::string &line : wrapped(largest_in_words(answer.largest), advise_width)) out += line + '\n';
    if (const std::string server = server_in_a_sentence(answer.server); !server.empty())
        for (const std::string &line : wrapped(server, advise_width)) out += line + '\n';
    return out;
}

int print_guide(const Question &input, bool json)
{
    const Result<OomAnswer> answer = Planner().oom_guide(input);
    if (!answer.ok()) return fail(answer.error());
    print(json ? to_text(oom_to_json(*answer), 2) + "\n" : oom_to_text(*answer, advise_width));
    return Exit::fits;
}

} // namespace

int run_advise(const Command &command, const QStringList &arguments)
{
    OptionParser parser;
    add_plan_options(parser);
    parser.addOption({QStringLiteral("oom"),
                      QStringLiteral("What to do where it runs out of memory: while loading, in a pass, on long sequences, by "
                                     "fragmentation, without BF16, beside a vLLM.")});
    parser.addOption(format_option(advise_formats));
    if (const auto done = parse(parser, command, arguments)) return *done;
    const Result<std::string> format = format_of(parser, advise_formats);
    if (!format.ok()) return fail(format.error());
    const Result<Question> input = plan_from(parser);
    if (!input.ok()) return fail(input.error());
    say_warnings(*input);
    const Result<Node> target = Planner().advice_target(*input);
    if (!target.ok()) return fail(target.error());
    if (target->own_ranks)
        say("advice is given for " + target->counted_name() + ", which decides for the run over all cards");
    else if (input->plan.target.gpus.size() + (input->plan.target.budget_bytes ? 1 : 0) > 1)
        say("warning: advice is given for one card: " + target->counted_name() + ", the first that is named");
    if (parser.isSet(QStringLiteral("oom"))) return print_guide(*input, *format == "json");
    const Result<AdviceAnswer> answer = Planner().advise(*input);
    if (!answer.ok()) return fail(answer.error());
    print(*format == "json" ? to_text(advice_to_json(*answer), 2) + "\n" : as_text(*answer));
    return status_of(outcome_of(*answer));
}

} // namespace plimsoll::cli
