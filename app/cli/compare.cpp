// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/compare.h"

#include "app/cli/amount_options.h"
#include "app/cli/answers.h"
#include "app/cli/command.h"
#include "app/cli/plan_options.h"
#include "core/ground/json_text.h"

namespace plimsoll::cli {

namespace {

const std::vector<std::string> compare_formats{"text", "json", "markdown", "csv"};

std::string shown(const std::vector<PlanAnswer> &answers, const std::string &format)
{
    if (format == "json") return to_text(compare_to_json(answers), 2) + "\n";
    if (format == "markdown") return compare_to_markdown(answers);
    if (format == "csv") return compare_to_csv(answers);
    return compare_to_text(answers);
}

} // namespace

int run_compare(const Command &command, const QStringList &arguments)
{
    OptionParser parser;
    add_plan_options(parser);
    add_amount_options(parser);
    parser.addOption(format_option(compare_formats));
    if (const auto done = parse(parser, command, arguments)) return *done;
    const Result<std::string> format = format_of(parser, compare_formats);
    if (!format.ok()) return fail(format.error());
    if (!parser.isSet(QStringLiteral("plan")))
        return fail({"--plan", "nothing", "--plan A --plan B …, or a session with several scenarios", {}});
    Result<PlanInputs> inputs = plans_from(parser);
    if (!inputs.ok()) return fail(inputs.error());
    for (Question &question : inputs->plans) {
        const Result<RunAmount> amount = amount_of(parser, question.amount);
        if (!amount.ok()) return fail(amount.error());
        question.amount = *amount;
    }
    const Result<std::vector<PlanAnswer>> answers = Planner().compare(inputs->plans);
    if (!answers.ok()) return fail(answers.error());
    Outcome outcome = Outcome::fits;
    for (const PlanAnswer &answer : *answers) {
        say_warnings(answer);
        outcome = worse(outcome, outcome_of(answer));
    }
    print(shown(*answers, *format));
    return status_of(outcome);
}

} // namespace plimsoll::cli
