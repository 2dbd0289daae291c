// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/amount_options.h"
#include "app/cli/answers.h"
#include "app/cli/command.h"
#include "app/cli/plan_options.h"
#include "core/ground/json_text.h"
#include "core/ground/text.h"

#include <algorithm>

namespace plimsoll::cli {

namespace {

const std::vector<std::string> solve_formats{"text", "json", "markdown", "csv"};
constexpr std::size_t solve_width = 80;

/// Whether hours or dollars of a run are asked for.
bool asks_for_time(const OptionParser &parser)
{
    const QString what = parser.value(QStringLiteral("minimize"));
    return what == QLatin1StringView("hours") || what == QLatin1StringView("cost");
}

/// Exactly one question at a time.
std::optional<Error> ambiguous(const OptionParser &parser)
{
    std::string asked;
    int count = 0;
    const bool splits = parser.isSet(QStringLiteral("split")); // for which a global batch may be told, and what ranks them
    for (const char *name : {"maximize", "minimize", "split", "global-batch"})
        if (parser.isSet(QLatin1StringView(name)) &&
            !(splits && (std::string_view(name) == "global-batch" || std::string_view(name) == "minimize"))) {
            asked += (count++ > 0 ? " and --" : "--") + std::string(name);
        }
    if (count > 1) return Error{"solve", asked, "one of --maximize, --minimize, --split and --global-batch", {}};
    if (count == 0) return Error{"--maximize", "nothing", solve_fields(), {}};
    return std::nullopt;
}

/// What was typed of it.
Result<SolveFor> wanted_of(const OptionParser &parser)
{
    const auto typed = [&parser](const char *name) { return parser.value(QLatin1StringView(name)).toStdString(); };
    if (parser.isSet(QStringLiteral("global-batch"))) return split_batch(typed("global-batch"));
    if (parser.isSet(QStringLiteral("minimize"))) return minimize(typed("minimize"));
    return maximize(typed("maximize"));
}

/// The solver's answers at every point of --over, as a table.
int print_points(const Question &input, const SolveFor &wanted, const OptionParser &parser, const std::string &format)
{
    Result<std::vector<SweepAxis>> axes = axes_of(parser);
    if (!axes.ok()) return fail(axes.error());
    const Result<std::vector<SolvedPoint>> points = Planner().solve_over(input, *axes, wanted);
    if (!points.ok()) return fail(points.error());
    const report::Table table = solved_table(*axes, *points);
    print(format == "json"       ? to_text(solved_to_json(*points), 2) + "\n"
          : format == "markdown" ? table_to_markdown(table)
          : format == "csv"      ? table_to_csv(table)
                                 : table_to_text(table));
    const bool all_asked = std::ranges::all_of(*points, [](const SolvedPoint &point) { return point.answer.ok(); });
    return all_asked ? status_of(outcome_of(*points)) : Exit::bad_input;
}

/// The splits that fit, as a table, what rules others out below it.
int print_splits(const Question &input, const OptionParser &parser, const std::string &format)
{
    const Result<SplitGoal> goal = split_goal(parser.value(QStringLiteral("split")).toStdString());
    if (!goal.ok()) return fail(of_option(goal.error()));
    SplitAsk ask{.goal = *goal, .order = SplitOrder::sent, .global_batch = std::nullopt};
    if (parser.isSet(QStringLiteral("minimize"))) {
        const Result<SplitOrder> order = split_order(parser.value(QStringLiteral("minimize")).toStdString());
        if (!order.ok()) return fail(of_option(order.error()));
        ask.order = *order;
    }
    if (parser.isSet(QStringLiteral("global-batch"))) {
        const Result<SolveFor> batch = split_batch(parser.value(QStringLiteral("global-batch")).toStdString());
        if (!batch.ok()) return fail(of_option(batch.error()));
        ask.global_batch = std::get<GlobalBatch>(*batch).examples;
    }
    const Result<SplitAnswer> answer = Planner().splits(input, ask);
    if (!answer.ok()) return fail(answer.error());
    const report::Table table = splits_table(*answer);
    if (format == "json") {
        print(to_text(splits_to_json(*answer), 2) + "\n");
        return status_of(outcome_of(*answer));
    }
    std::string text = format == "markdown" ? table_to_markdown(table)
                       : format == "csv"    ? table_to_csv(table)
                                            : table_to_text(table);
    if (format == "text")
        for (const std::string &remark : split_remarks(*answer))
            for (const std::string &line : wrapped(remark, solve_width, 2)) text += line + '\n';
    print(text);
    return status_of(outcome_of(*answer));
}

/// What goes with --over alone, or without it alone.
std::optional<Error> misplaced(const OptionParser &parser, const std::string &format)
{
    const bool over = parser.isSet(QStringLiteral("over"));
    if (over && !parser.isSet(QStringLiteral("maximize")))
        return Error{"--over", parser.value(QStringLiteral("over")).toStdString(), "--maximize beside it", {}};
    const bool table = over || parser.isSet(QStringLiteral("split"));
    if (!table && (format == "markdown" || format == "csv"))
        return Error{"--format", format, "text | json, or --over beside it", {}};
    return std::nullopt;
}

} // namespace

int run_solve(const Command &command, const QStringList &arguments)
{
    OptionParser parser;
    add_plan_options(parser);
    parser.addOption({QStringLiteral("maximize"), QString::fromStdString(solve_fields()), QStringLiteral("FIELD")});
    parser.addOption({QStringLiteral("minimize"),
                      QStringLiteral("card: the smallest that holds the plan; cards: how many of --gpu; price: the cheapest "
                                     "offer; hours: the fastest card; cost: the offer on which a token costs least."),
                      QStringLiteral("WHAT")});
    parser.addOption({QStringLiteral("global-batch"),
                      QStringLiteral("Examples a step: micro_batch × gradient_accumulation × cards (--gpu NAME:N), with the "
                                     "largest micro batch that fits."),
                      QStringLiteral("N")});
    parser.addOption(
        {QStringLiteral("split"),
         QStringLiteral(
             "fits: ways of spreading the training over --gpu NAME:N, ranked; fewest: over as few of them "
             "as it can be; cheapest: over the cheapest machine. --minimize hours or cost beside it ranks them by that."),
         QStringLiteral("GOAL")});
    add_axis_option(parser);
    add_amount_options(parser);
    parser.addOption(format_option(solve_formats));
    if (const auto done = parse(parser, command, arguments)) return *done;
    const Result<std::string> format = format_of(parser, solve_formats);
    if (!format.ok()) return fail(format.error());
    if (const std::optional<Error> error = ambiguous(parser)) return fail(*error);
    if (const std::optional<Error> error = misplaced(parser, *format)) return fail(*error);
    Result<Question> input = plan_from(parser);
    if (!input.ok()) return fail(input.error());
    const Result<RunAmount> amount = amount_of(parser, input->amount);
    if (!amount.ok()) return fail(amount.error());
    if (*amount != input->amount && !asks_for_time(parser))
        return fail({"--tokens", {}, "--minimize hours | cost beside it", {}});
    input->amount = *amount;
    say_warnings(*input);
    if (parser.isSet(QStringLiteral("split"))) return print_splits(*input, parser, *format);
    const Result<SolveFor> wanted = wanted_of(parser);
    if (!wanted.ok()) return fail(of_option(wanted.error()));
    if (parser.isSet(QStringLiteral("over"))) return print_points(*input, *wanted, parser, *format);
    const Result<SolveAnswer> answer = Planner().solve(*input, *wanted);
    if (!answer.ok()) return fail(answer.error());
    std::string text;
    for (const std::string &sentence : solve_to_sentences(*answer))
        for (const std::string &line : wrapped(sentence, solve_width, 2)) text += line + '\n';
    print(*format == "json" ? to_text(solve_to_json(*answer), 2) + "\n" : text);
    return status_of(outcome_of(*answer));
}

} // namespace plimsoll::cli
