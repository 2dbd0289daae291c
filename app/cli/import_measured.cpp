// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/import_measured.h"

#include "app/cli/command.h"
#include "core/api/runs/measured_answer.h"
#include "core/ground/json_text.h"
#include "core/ground/read_file.h"
#include "core/measured/measurement.h"
#include "core/measured/gzip.h"
#include "core/measured/recognise.h"
#include "core/plan/session.h"

#include <fstream>
#include <sstream>

namespace plimsoll::cli {

namespace {

/// The plan that --plan names; nothing where it is not given.
Result<std::optional<Question>> named_plan(const QCommandLineParser &parser)
{
    if (!parser.isSet(QStringLiteral("plan"))) return std::optional<Question>();
    const std::filesystem::path path = parser.value(QStringLiteral("plan")).toStdString();
    const Result<std::string> text = read_file(path, std::uint64_t{64} << 20);
    if (!text) return text.error();
    Result<Question> question = question_from_json(*text, path.parent_path().string());
    if (!question) return question.error();
    return std::optional(*std::move(question));
}

int print_answer(const MeasuredAnswer &answer, const std::string &format)
{
    print(format == "json" ? to_text(measured_answer_to_json(answer), 2) + '\n' : measured_answer_to_text(answer));
    return Exit::fits;
}

int import_snapshot(const QCommandLineParser &parser, const OpenAgain &open, const std::string &format)
{
    Result<std::optional<Question>> question = named_plan(parser);
    if (!question) return fail(question.error());
    const Result<SnapshotRun> run = measured_snapshot(*open());
    if (!run) return fail(run.error());
    KnownModels models;
    const Result<MeasuredAnswer> answer = measured_beside(models, run->measured, *std::move(question), *run, open);
    return answer ? print_answer(*answer, format) : fail(answer.error());
}

int import_text(const QCommandLineParser &parser, const MeasuredSource &source, const std::string &text,
                const std::string &format)
{
    if (parser.isSet(QStringLiteral("share"))) {
        if (source.name != "measurement")
            return fail({"--share", std::string(source.name), "a measurement of export --to measure", {}});
        const Result<std::string> shared = shared_measurement(text);
        if (!shared) return fail(shared.error());
        print(*shared + '\n');
        return Exit::fits;
    }
    Result<std::optional<Question>> question = named_plan(parser);
    if (!question) return fail(question.error());
    Result<Measured> measured = source.read(text);
    if (!measured) return fail(measured.error());
    KnownModels models;
    const bool own_plan = !*question;
    const Result<MeasuredAnswer> answer = measured_beside(models, *std::move(measured), *std::move(question));
    if (!answer) return fail(answer.error());
    const int status = print_answer(*answer, format);
    if (!own_plan || source.name != "measurement" || parser.isSet(QStringLiteral("dry-run"))) return status;
    const nlohmann::json whole = nlohmann::json::parse(text, nullptr, false);
    const std::optional<KeptRun> kept = kept_run(*answer, to_text(whole));
    if (!kept) return status;
    if (const auto error = keep_run(*kept)) return fail(*error);
    learn_from_file();
    Count runs = 0;
    for (const LearnedRun &one : *learned_runs()) runs += one.card == kept->run.card && one.runner == kept->run.runner ? 1 : 0;
    say("kept: " + std::to_string(runs) + " of " + kept->run.runner + " on " + kept->run.card + " in " + measurements_path());
    return status;
}

} // namespace

void add_measured_options(QCommandLineParser &parser)
{
    parser.addOption({QStringLiteral("plan"), QStringLiteral("Of a snapshot or a log: the plan that it is laid over."),
                      QStringLiteral("PLAN")});
    parser.addOption(
        {QStringLiteral("share"), QStringLiteral("Of a measurement: it without anything personal, to be passed on.")});
    parser.addOption({QStringLiteral("dry-run"), QStringLiteral("Of a measurement: it is not kept.")});
}

std::optional<int> import_measured(const QCommandLineParser &parser, const std::filesystem::path &path, const std::string &text,
                                   const std::string &format)
{
    const std::string from = parser.value(QStringLiteral("from")).toStdString();
    bool at_hand = path == "-";
    Result<std::string> whole = text;
    if (!at_hand) {
        const Result<std::string> part = read_part(path, 0, 4096);
        if (!part) return std::nullopt;
        whole = *part;
    }
    if (begins_gzip(*whole)) {
        const Result<std::string> packed = at_hand ? whole : read_file(path, largest_log);
        whole = packed ? unpacked_gzip(*packed, largest_log) : packed;
        if (!whole) return fail(whole.error());
        at_hand = true;
    }
    if (from == "snapshot" || (from.empty() && begins_pickle(*whole))) {
        const OpenAgain open = [&]() -> std::unique_ptr<std::istream> {
            if (at_hand) return std::make_unique<std::istringstream>(*whole);
            return std::make_unique<std::ifstream>(path, std::ios::binary);
        };
        return import_snapshot(parser, open, format);
    }
    if (!at_hand) whole = read_file(path, largest_log);
    if (!whole) return std::nullopt;
    const MeasuredSource *const source = measured_source(*whole, from);
    if (source == nullptr) return std::nullopt;
    return import_text(parser, *source, *whole, format);
}

} // namespace plimsoll::cli
