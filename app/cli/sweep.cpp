// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers.h"
#include "app/cli/command.h"
#include "app/cli/plan_options.h"
#include "core/api/threads.h"
#include "core/ground/text.h"

namespace plimsoll::cli {

namespace {

const std::vector<std::string> formats{"csv", "json", "jsonl"};

Result<SweepJob> job_of(const QCommandLineParser &parser)
{
    std::vector<SweepAxis> axes;
    for (const QString &text : parser.values(QStringLiteral("over"))) {
        Result<SweepAxis> axis = sweep_axis(text.toStdString());
        if (!axis.ok()) return axis.error();
        axes.push_back(*std::move(axis));
    }
    const Result<Question> input = plan_from(parser);
    if (!input.ok()) return input.error();
    Result<SweepJob> job = Planner().sweep(*input, std::move(axes), parser.isSet(QStringLiteral("exact")));
    if (!job.ok()) return job;
    say_warnings(*input);
    for (const std::string &field : job->idle)
        say("warning: " + field + " does not count for this plan: every value gives the same");
    if (!job->replay)
        say(grouped(static_cast<Count>(job->sweep.size())) +
            " points: bytes of tensors and the usual slack, without the allocator's blocks; --exact replays it at every point");
    return job;
}

} // namespace

int run_sweep(const Command &command, const QStringList &arguments)
{
    QCommandLineParser parser;
    add_plan_options(parser);
    parser.addOption({QStringLiteral("over"),
                      QStringLiteral("A field and its values: sequence_length=1024:8192:1024, micro_batch=1:64:x2, "
                                     "method=full,lora,qlora. Given again: every combination."),
                      QStringLiteral("FIELD=FROM:TO[:STEP]")});
    parser.addOption({QStringLiteral("exact"), QStringLiteral("Replay the caching allocator at every point, however many.")});
    parser.addOption(format_option(formats));
    if (const auto done = parse(parser, command, arguments)) return *done;
    const Result<std::string> format = format_of(parser, formats);
    if (!format.ok()) return fail(format.error());
    const Result<SweepJob> job = job_of(parser);
    if (!job.ok()) return fail(job.error());
    const bool csv = *format == "csv";
    if (csv) print(sweep_csv_head(*job));
    const bool all = write_points(*job, csv ? SweepFormat::csv : SweepFormat::json_lines, all_threads(),
                                  [](const SweepLine &line) { print(line.text); });
    return all ? Exit::fits : Exit::bad_input;
}

} // namespace plimsoll::cli
