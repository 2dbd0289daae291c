// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers.h"
#include "app/cli/amount_options.h"
#include "app/cli/command.h"
#include "app/cli/plan_options.h"
#include "app/cli/window.h"
#include "core/ground/line_diff.h"
#include "core/ground/read_file.h"
#include "core/ground/write_file.h"
#include "core/plan/model_card/carried_plan.h"
#include "core/report/card/card_block.h"
#include "core/report/estimate_text.h"
#include "core/report/profile/profile_of.h"
#include "core/report/writers.h"

#include <QFileInfo>

#include <algorithm>

namespace plimsoll::cli {

namespace {

constexpr std::uint64_t largest_card = std::uint64_t{16} << 20U;

/// What was asked for.
struct ReportWanted {
    std::string output, ending; ///< of --output
    std::string into;           ///< the model card
    std::string pictures;       ///< ending of the charts beside the report; empty: none
    bool profile = false, dry_run = false;
};

void add_report_options(OptionParser &parser)
{
    parser.addOption(
        {QStringLiteral("output"),
         QStringLiteral("Where to write it: ") + QString::fromStdString(report::accepted_endings()) + QLatin1Char('.'),
         QStringLiteral("FILE")});
    parser.addOption({QStringLiteral("into"),
                      QStringLiteral("A model card: a short block between its BEGIN and END PLIMSOLL is written, or put under "
                                     "Hardware or Speeds; nothing else is touched."),
                      QStringLiteral("FILE.md")});
    parser.addOption({QStringLiteral("dry-run"), QStringLiteral("With --into: print the difference and write nothing.")});
    parser.addOption({QStringLiteral("form"),
                      QStringLiteral("card or profile; profile: status, excess, breakdown, ranked changes, next action."),
                      QStringLiteral("FORM")});
    parser.addOption({QStringLiteral("pictures"),
                      QStringLiteral("With .md and .html: the chart beside it, for light and for dark paper, as svg or png."),
                      QStringLiteral("ENDING")});
    add_amount_options(parser);
}

/// How the options go together, before anything is worked out.
std::optional<Error> fault_of(const ReportWanted &wanted, const OptionParser &parser)
{
    const bool into = parser.isSet(QStringLiteral("into")), output = parser.isSet(QStringLiteral("output"));
    const std::string form = parser.isSet(QStringLiteral("form")) ? parser.value(QStringLiteral("form")).toStdString() : "card";
    if (form != "card" && form != "profile") return Error{"--form", form, "card | profile", {}};
    if (into && output) return Error{"--into", wanted.into, "either --into or --output", {}};
    if (into && wanted.profile) return Error{"--form", form, "card", "a profile is no part of a model card; --output writes it"};
    if (wanted.dry_run && !into) return Error{"--dry-run", {}, "--into FILE.md", "says what --into would change"};
    if (parser.isSet(QStringLiteral("pictures"))) {
        if (wanted.pictures != "svg" && wanted.pictures != "png") return Error{"--pictures", wanted.pictures, "svg | png", {}};
        if (into || (wanted.ending != "md" && wanted.ending != "html"))
            return Error{"--pictures", wanted.pictures, "--output FILE.md or FILE.html", "stand beside such a report alone"};
    }
    if (into)
        return wanted.into.empty() ? std::optional(Error{"--into", "nothing", "a model card, such as README.md", {}})
                                   : std::nullopt;
    if (report::is_written(wanted.ending)) return std::nullopt;
    return Error{
        "--output", wanted.output.empty() ? "nothing" : wanted.output, report::accepted_endings() + ", or --into FILE.md", {}};
}

bool is_drawn(const ReportWanted &wanted)
{
    return !wanted.pictures.empty() || wanted.ending == "png" || wanted.ending == "svg" || wanted.ending == "pdf";
}

/// Which of the answers hold their steps: JSON has all timelines, a sheet that of the selected plan, and prose none.
bool has_timeline(const ReportWanted &wanted, bool selected)
{
    const auto &ending = wanted.ending;
    const bool prose = !wanted.into.empty() || ending == "md" || ending == "html" || ending == "csv" || ending == "tex";
    return ending == "json" || (selected && !prose);
}

int write_into_card(const std::string &path, bool dry_run, const ReportInput &input)
{
    const auto of_file = [&](Error error) {
        error.field = error.field.empty() ? path : path + ", " + error.field;
        return fail(error);
    };
    const Result<std::string> before = read_file(path, largest_card);
    if (!before.ok()) return fail(before.error());
    const Result<std::string> after = card::with_block(*before, report::card_block(input));
    if (!after.ok()) return of_file(after.error());
    if (dry_run) print(unified_diff(card::file_name_of(path), *before, *after));
    if (!dry_run && *after != *before)
        if (const std::optional<Error> error = write_file(path, *after)) return fail(*error);
    return status_of(outcome_of(input.answers[input.selected]));
}

/// The chart for light and for dark paper beside the report, which shows it below its first paragraph. Error: one cannot be written.
std::optional<Error> add_pictures(report::Document &document, const ReportWanted &wanted, const ReportInput &input,
                                  DrawChart draw)
{
    const std::string stem = wanted.output.substr(0, wanted.output.size() - wanted.ending.size() - 1);
    report::Picture picture{{}, {}, answer_sentence(input.answers[input.selected], input.unit)};
    for (const bool dark : {false, true}) {
        const std::string path = stem + (dark ? "-dark." : "-light.") + wanted.pictures;
        const Result<std::string> bytes = draw(document, wanted.pictures, dark);
        if (!bytes.ok()) return bytes.error();
        if (auto error = write_file(path, *bytes)) return error;
        (dark ? picture.dark : picture.light) = card::file_name_of(path);
    }
    const auto first = std::ranges::find_if(
        document.blocks, [](const report::Block &block) { return std::holds_alternative<report::Paragraph>(block); });
    document.blocks.insert(first == document.blocks.end() ? first : first + 1, std::move(picture));
    return std::nullopt;
}

/// What a profile says beside the answers; changes are for a card or a budget.
Result<report::ProfileFacts> profile_facts(Planner &planner, const Question &question)
{
    report::ProfileFacts facts{.document = question.document};
    if (question.plan.target.gpus.empty() && !question.plan.target.budget_bytes) return facts;
    Result<AdviceAnswer> advice = planner.advise(question);
    if (!advice.ok()) return advice.error();
    facts.advice = std::move(advice->advice);
    return facts;
}

int write_report(Planner &planner, const ReportWanted &wanted, const ReportInput &input, const Question &selected, DrawChart draw)
{
    report::Document document;
    if (wanted.profile) {
        const Result<report::ProfileFacts> facts = profile_facts(planner, selected);
        if (!facts.ok()) return fail(facts.error());
        document = report::profile_of(input, *facts);
    } else {
        document = report::report_of(input);
    }
    if (!wanted.pictures.empty())
        if (const auto error = add_pictures(document, wanted, input, draw)) return fail(*error);
    const Result<std::string> text = report::written(document, wanted.ending);
    if (!text.ok()) return fail(text.error());
    if (const std::optional<Error> error = write_file(wanted.output, *text)) return fail(*error);
    return status_of(outcome_of(input.answers[input.selected]));
}

} // namespace

int run_report(const Command &command, const QStringList &arguments)
{
    name_drawn_formats();
    OptionParser parser;
    add_plan_options(parser);
    add_report_options(parser);
    if (const auto done = parse(parser, command, arguments)) return *done;
    const auto typed = [&](const char *option) { return parser.value(QString::fromLatin1(option)).toStdString(); };
    const ReportWanted wanted{.output = typed("output"),
                              .ending = QFileInfo(parser.value(QStringLiteral("output"))).suffix().toLower().toStdString(),
                              .into = typed("into"),
                              .pictures = typed("pictures"),
                              .profile = typed("form") == "profile",
                              .dry_run = parser.isSet(QStringLiteral("dry-run"))};
    if (const auto fault = fault_of(wanted, parser)) return fail(*fault);
    if (is_drawn(wanted) && command.draw_chart == nullptr) return run_with_charts(command, arguments);
    const Result<PlanInputs> inputs = plans_from(parser);
    if (!inputs.ok()) return fail(inputs.error());
    Planner planner;
    ReportInput input{{}, inputs->selected, typed_command(command, arguments), inputs->unit};
    for (Question question : inputs->plans) {
        const Result<RunAmount> amount = amount_of(parser, question.amount);
        if (!amount.ok()) return fail(amount.error());
        question.amount = *amount;
        const bool timeline = has_timeline(wanted, input.answers.size() == input.selected);
        Result<PlanAnswer> made = planner.answer(question, {.estimate = {.timeline = timeline, .time = true}});
        if (!made.ok()) return fail(made.error());
        input.answers.push_back(std::move(made).value());
    }
    const int status = wanted.into.empty()
                           ? write_report(planner, wanted, input, inputs->plans[inputs->selected], command.draw_chart)
                           : write_into_card(wanted.into, wanted.dry_run, input);
    if (status != Exit::bad_input)
        for (const PlanAnswer &answer : input.answers) say_warnings(answer);
    return status;
}

} // namespace plimsoll::cli
