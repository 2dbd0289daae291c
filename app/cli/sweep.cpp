// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers.h"
#include "app/cli/command.h"
#include "app/cli/plan_options.h"
#include "core/api/sweep_table.h"
#include "core/api/threads.h"
#include "core/ground/text.h"

#include <algorithm>

namespace plimsoll::cli {

namespace {

const std::vector<std::string> sweep_formats{"csv", "json", "jsonl", "text", "markdown"};

Result<SweepJob> job_of(const OptionParser &parser)
{
    Result<std::vector<SweepAxis>> axes = axes_of(parser);
    if (!axes.ok()) return axes.error();
    const Result<Question> input = plan_from(parser);
    if (!input.ok()) return input.error();
    Result<SweepJob> job = Planner().sweep(*input, *std::move(axes));
    if (!job.ok()) return job;
    say_warnings(*input);
    for (const std::string &field : job->idle)
        say("warning: " + field + " does not count for this plan: every value gives the same");
    return job;
}

/// A table of all points, once all are known.
int print_table(const SweepJob &job, bool markdown)
{
    const Result<std::vector<SweepRow>> rows = sweep_rows(job, all_threads());
    if (!rows.ok()) return fail(rows.error());
    const report::Table table = sweep_table(job, *rows);
    print(markdown ? table_to_markdown(table) : table_to_text(table) + "needs, extra: GiB on the device\n");
    const auto failed = [](const SweepRow &row) { return row.point.error.has_value(); };
    return std::ranges::any_of(*rows, failed) ? Exit::bad_input : Exit::fits;
}

/// A line a point; with `differences` each beside the first of its group.
int print_lines(const SweepJob &job, bool csv, bool differences)
{
    Result<std::vector<SweepRow>> rows = std::vector<SweepRow>();
    if (differences) rows = sweep_rows(job, all_threads());
    if (!rows.ok()) return fail(rows.error());
    if (csv) print(sweep_csv_head(job, differences));
    const bool all = write_points(
        job, csv ? SweepFormat::csv : SweepFormat::json_lines, all_threads(), [](const SweepLine &line) { print(line.text); },
        differences ? &*rows : nullptr);
    return all ? Exit::fits : Exit::bad_input;
}

} // namespace

int run_sweep(const Command &command, const QStringList &arguments)
{
    OptionParser parser;
    add_plan_options(parser);
    add_axis_option(parser);
    parser.addOption({QStringLiteral("differences"),
                      QStringLiteral("CSV and JSON say what a point needs beyond the first value of the last --over as well, and "
                                     "the smallest card; text and markdown always do.")});
    parser.addOption(format_option(sweep_formats));
    if (const auto done = parse(parser, command, arguments)) return *done;
    const Result<std::string> format = format_of(parser, sweep_formats);
    if (!format.ok()) return fail(format.error());
    const Result<SweepJob> job = job_of(parser);
    if (!job.ok()) return fail(job.error());
    if (*format == "text" || *format == "markdown") return print_table(*job, *format == "markdown");
    return print_lines(*job, *format == "csv", parser.isSet(QStringLiteral("differences")));
}

} // namespace plimsoll::cli
