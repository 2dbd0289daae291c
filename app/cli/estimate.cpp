// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/amount_options.h"
#include "app/cli/answers.h"
#include "app/cli/command.h"
#include "app/cli/plan_options.h"
#include "app/cli/requests.h"
#include "core/api/offer_answer.h"
#include "core/ground/durations.h"
#include "core/ground/json_text.h"
#include "core/ground/text.h"
#include "core/offers/offers.h"
#include "core/report/document_compare.h"
#include "core/report/estimate_json.h"
#include "core/report/estimate_text.h"
#include "core/report/model_card.h"

#include <algorithm>

namespace plimsoll::cli {

namespace {

const std::vector<std::string> estimate_formats{"text", "json", "markdown", "csv"};

/// One offer, wrapped under what comes after its price.
std::string offer_to_text(const std::string &price, const RatedOffer &rated)
{
    constexpr std::size_t width = 80;
    std::string line = title_of(rated) + ", " + gib_brief(rated.verdict.need.device) + " of " + gib_brief(rated.verdict.usable) +
                       " GiB (" + rated.offer->price_date + ")";
    if (!rated.verdict.notes.empty()) line += "; " + rated.verdict.notes.front(); // it holds the plan, but not in its precision
    const std::size_t indent = columns(price) + 2;
    std::string out;
    for (const std::string &part : wrapped(line, width - indent))
        out += (out.empty() ? price + "  " : std::string(indent, ' ')) + part + '\n';
    return out;
}

std::string offers_to_text(const Estimate &estimate, const RunAmount &amount)
{
    std::string out = amount.named() ? "\nOffers on which the run costs least, with the day of each price:\n"
                                     : "\nCheapest offers on which it fits, with the day of each price:\n";
    const std::vector<TimedOffer> offers = cheapest_offers(estimate, amount);
    for (const TimedOffer &one : offers) {
        std::string price = right_aligned(dollars(one.rated.usd_per_hour()), 8) + " an hour";
        if (one.usd) price += right_aligned(dollars(*one.usd), 9) + " in " + time_in_words(*one.hours * 3600);
        out += offer_to_text(price, one.rated);
    }
    if (offers.empty()) out += "  none of those with a price\n";
    for (const RatedOffer &rated : free_offers(estimate)) out += offer_to_text("    free while it lasts", rated);
    return out;
}

struct EstimateWanted {
    std::string format;
    bool offers = false, brief = false;
    RunAmount amount = {};
};

std::string shown(const PlanAnswer &answer, const EstimateWanted &wanted, const std::optional<SourceDocument> &document)
{
    const auto &[format, offers, brief, amount] = wanted;
    if (format == "json") {
        nlohmann::ordered_json out = estimate_to_json(answer, brief ? TimelineDetail::brief : TimelineDetail::layers);
        if (offers) out["offers"] = offers_to_json(answer.estimate, amount);
        return to_text(out, 2) + "\n";
    }
    if (format == "csv") return estimate_to_csv(answer);
    if (format == "markdown") return model_card({{answer}, 0, {}});
    std::string out = estimate_to_text(answer, {.colour = wants_colour()});
    if (document) out += "\n" + document_to_text(*document, answer);
    if (offers) out += offers_to_text(answer.estimate, amount);
    return out;
}

} // namespace

int run_estimate(const Command &command, const QStringList &arguments)
{
    OptionParser parser;
    add_plan_options(parser);
    parser.addOption({QStringLiteral("requests"), QStringLiteral("One plan a line in (- is stdin), one estimate a line out."),
                      QStringLiteral("FILE")});
    parser.addOption({QStringLiteral("timeline"), QStringLiteral("With --requests: answers hold the timeline.")});
    parser.addOption({QStringLiteral("max"), QStringLiteral("Find the largest micro batch and sequence length per card.")});
    parser.addOption({QStringLiteral("offers"), QStringLiteral("Text and JSON: the cheapest rented machines on which it fits.")});
    parser.addOption({QStringLiteral("brief"), QStringLiteral("JSON without timeline, formulas and sources.")});
    add_amount_options(parser);
    parser.addOption(format_option(estimate_formats));
    if (const auto done = parse(parser, command, arguments)) return *done;
    if (parser.isSet(QStringLiteral("requests"))) return run_requests(parser);
    const Result<std::string> format = format_of(parser, estimate_formats);
    if (!format.ok()) return fail(format.error());
    Result<Question> input = plan_from(parser);
    if (!input.ok()) return fail(input.error());
    const Result<RunAmount> amount = amount_of(parser, input->amount);
    if (!amount.ok()) return fail(amount.error());
    input->amount = *amount;
    const EstimateWanted wanted{*format, parser.isSet(QStringLiteral("offers")), parser.isSet(QStringLiteral("brief")), *amount};
    if (wanted.brief && *format != "json") return fail({"--brief", {}, "--format json", "only JSON has a brief form"});
    const AnswerOptions options{
        {.timeline = *format == "json" && !wanted.brief, .required = true, .explain = !wanted.brief, .time = true},
        parser.isSet(QStringLiteral("max"))};
    Result<PlanAnswer> answer = Planner().answer(*input, options);
    if (!answer.ok()) return fail(answer.error());
    say_warnings(*answer);
    print(shown(*answer, wanted, input->document));
    return status_of(outcome_of(*answer));
}

} // namespace plimsoll::cli
