// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers.h"
#include "app/cli/command.h"
#include "app/cli/requests.h"
#include "core/json_text.h"
#include "core/report/document_compare.h"
#include "core/report/estimate_json.h"
#include "core/report/estimate_text.h"
#include "core/report/model_card.h"

namespace plimsoll::cli {

namespace {

const std::vector<std::string> formats{"text", "json", "markdown", "csv"};

std::string shown(const PlanAnswer &answer, const std::string &format, const std::optional<SourceDocument> &document)
{
    if (format == "json") return to_text(estimate_to_json(answer), 2) + "\n";
    if (format == "csv") return estimate_to_csv(answer);
    if (format == "markdown") return model_card({{answer}, 0, {}});
    std::string out = estimate_to_text(answer, {.colour = wants_colour()});
    if (document) out += "\n" + document_to_text(*document, answer);
    return out;
}

} // namespace

int run_estimate(const Command &command, const QStringList &arguments)
{
    QCommandLineParser parser;
    add_plan_options(parser);
    parser.addOption({QStringLiteral("requests"), QStringLiteral("One plan a line in (- is stdin), one estimate a line out."),
                      QStringLiteral("FILE")});
    parser.addOption({QStringLiteral("timeline"), QStringLiteral("With --requests: answers hold the timeline.")});
    parser.addOption({QStringLiteral("max"), QStringLiteral("Find the largest micro batch and sequence length per card.")});
    parser.addOption(format_option(formats));
    if (const auto done = parse(parser, command, arguments)) return *done;
    if (!parser.positionalArguments().isEmpty())
        return fail({"estimate",
                     parser.positionalArguments().first().toStdString(),
                     "options only; --model names a model, --plan a file",
                     {}});
    if (parser.isSet(QStringLiteral("requests"))) return run_requests(parser);
    const Result<std::string> format = format_of(parser, formats);
    if (!format.ok()) return fail(format.error());
    const Result<PlanInput> input = plan_from(parser);
    if (!input.ok()) return fail(input.error());
    Result<PlanAnswer> answer = answer_input(*input, {.timeline = *format == "json", .required = true});
    if (!answer.ok()) return fail(answer.error());
    if (parser.isSet(QStringLiteral("max"))) add_maxima(*answer);
    say_warnings(*answer);
    print(shown(*answer, *format, input->document));
    return status_of(answer->verdicts);
}

} // namespace plimsoll::cli
