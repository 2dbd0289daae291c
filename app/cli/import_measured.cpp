// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/import_measured.h"

#include "app/cli/command.h"
#include "app/cli/plan_options.h"
#include "core/api/runs/run_file.h"
#include "core/ground/json_text.h"
#include "core/measured/measurement.h"

namespace plimsoll::cli {

namespace {

/// The plan, or a session's selected one, that --plan names; nothing where it is not given.
Result<std::optional<Question>> named_plan(const OptionParser &parser)
{
    if (!parser.isSet(QStringLiteral("plan"))) return std::optional<Question>();
    Result<Question> question = plan_in_file(parser.value(QStringLiteral("plan")).toStdString());
    if (!question) return question.error();
    return std::optional(*std::move(question));
}

int print_answer(const MeasuredAnswer &answer, const std::string &format)
{
    print(format == "json" ? to_text(measured_answer_to_json(answer), 2) + '\n' : measured_answer_to_text(answer));
    return Exit::fits;
}

int share(const RunFile &run)
{
    if (run.source != "measurement") return fail({"--share", run.source, "a measurement of export --to measure", {}});
    const Result<std::string> shared = shared_measurement(run.text);
    if (!shared) return fail(shared.error());
    print(*shared + '\n');
    return Exit::fits;
}

int show_run(const OptionParser &parser, const RunFile &run, const std::string &format)
{
    if (parser.isSet(QStringLiteral("share"))) return share(run);
    Result<std::optional<Question>> question = named_plan(parser);
    if (!question) return fail(question.error());
    const bool own_plan = !*question;
    KnownModels models;
    const Result<MeasuredAnswer> answer = beside_plan(models, run, *std::move(question));
    if (!answer) return fail(answer.error());
    const int status = print_answer(*answer, format);
    const bool of_the_run = own_plan || run.measured.plan.empty(); // a log is of the plan that is named beside it
    if (!of_the_run || parser.isSet(QStringLiteral("dry-run"))) return status;
    const Result<std::optional<Kept>> kept = keep_measured(*answer, run);
    if (!kept) return fail(kept.error());
    if (*kept) say(words_for(**kept));
    return status;
}

} // namespace

void add_measured_options(OptionParser &parser)
{
    parser.addOption({QStringLiteral("plan"), QStringLiteral("Of a snapshot or a log: the plan that it is laid over."),
                      QStringLiteral("PLAN")});
    parser.addOption(
        {QStringLiteral("share"), QStringLiteral("Of a measurement: it without anything personal, to be passed on.")});
    parser.addOption({QStringLiteral("dry-run"), QStringLiteral("Of a measurement: it is not kept.")});
}

std::optional<int> import_measured(const OptionParser &parser, const std::filesystem::path &path, const std::string &text,
                                   const std::string &format)
{
    const std::string from = parser.value(QStringLiteral("from")).toStdString();
    const Result<std::optional<RunFile>> run = path == "-" ? run_of_text(text, from, path.string()) : read_run_file(path, from);
    if (!run) return fail(run.error());
    if (!*run) return std::nullopt;
    return show_run(parser, **run, format);
}

} // namespace plimsoll::cli
