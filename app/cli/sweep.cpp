// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/sweep.h"

#include "app/cli/answers.h"
#include "app/cli/command.h"
#include "app/cli/plan_options.h"
#include "core/ground/json_text.h"
#include "core/ground/text.h"
#include "core/plan/field.h"
#include "core/report/csv.h"
#include "core/report/estimate_json.h"
#include "core/resolve/gate.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <thread>

namespace plimsoll::cli {

namespace {

const std::vector<std::string> formats{"csv", "json", "jsonl"};
constexpr std::size_t most_replayed = 1000; // unless asked for: beyond, the caching allocator is not replayed
constexpr std::size_t block = 2048;         // points that are held before they are written

struct Job {
    Sweep sweep;
    ArchitectureRef architecture;
    SweepTarget target;
    bool replay = true;
};

std::string csv_head(const Job &job)
{
    std::vector<std::string> cells;
    for (const SweepAxis &axis : job.sweep.axes()) cells.push_back(axis.field);
    for (const char *figure :
         {"device_bytes", "device_low_bytes", "device_high_bytes", "allocated_bytes", "reserved_bytes", "load_bytes", "phase"})
        cells.emplace_back(figure);
    for (const std::string &card : job.target.names()) cells.push_back("fits " + card);
    cells.emplace_back("error");
    return csv_line(cells);
}

std::string csv_row(const Job &job, std::size_t index, bool &failed)
{
    std::vector<std::string> cells = job.sweep.values_at(index);
    const SweepPoint point = sweep_point(job.architecture, job.sweep.plan_at(index), job.target, job.replay);
    failed = point.error.has_value();
    const Peak &peak = point.peak;
    for (const Bytes bytes :
         {peak.device, peak.device_interval.low, peak.device_interval.high, peak.allocated, peak.reserved, peak.load})
        cells.push_back(failed ? std::string() : std::to_string(bytes));
    cells.emplace_back(failed ? std::string_view() : name_of(peak.phase));
    for (std::size_t i = 0; i < job.target.names().size(); ++i)
        cells.emplace_back(failed ? std::string_view() : name_of(point.fits[i]));
    cells.push_back(failed ? point.error->message() : std::string());
    return csv_line(cells);
}

std::string json_row(const Job &job, std::size_t index, bool &failed)
{
    nlohmann::ordered_json at = nlohmann::ordered_json::object();
    const std::vector<std::string> values = job.sweep.values_at(index);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const Field *field = find_field(job.sweep.axes()[i].field);
        const std::optional<nlohmann::json> value = field ? field->parse(values[i]) : std::nullopt;
        at[job.sweep.axes()[i].field] = value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(values[i]);
    }
    const Result<Plan> plan = job.sweep.plan_at(index);
    const Result<PlanAnswer> made =
        plan.ok() ? answer(job.architecture, *plan, {.timeline = false, .allocator = job.replay, .required = job.replay})
                  : Result<PlanAnswer>(plan.error());
    failed = !made.ok();
    nlohmann::ordered_json out = failed ? error_to_json(made.error()) : estimate_to_json(*made, TimelineDetail::none);
    out["point"] = std::move(at);
    return to_text(out) + '\n';
}

/// Every point's text in order, worked out on all cores a block at a time. False when one was an error.
bool write_points(const Job &job, std::string (*row)(const Job &, std::size_t, bool &))
{
    std::atomic<bool> failed = false;
    std::vector<std::string> texts;
    for (std::size_t from = 0; from < job.sweep.size(); from += block) {
        texts.assign(std::min(block, job.sweep.size() - from), {});
        std::atomic<std::size_t> next = 0;
        {
            std::vector<std::jthread> workers;
            for (unsigned i = std::max(1U, std::thread::hardware_concurrency()); i > 0; --i)
                workers.emplace_back([&] {
                    for (std::size_t at = next++; at < texts.size(); at = next++) {
                        bool wrong = false;
                        texts[at] = row(job, from + at, wrong);
                        if (wrong) failed = true;
                    }
                });
        }
        for (const std::string &text : texts) print(text);
    }
    return !failed;
}

/// Fields that change nothing, neither where the sweep begins nor where it ends: another method or task may lie between.
void say_idle_axes(const Sweep &sweep, const Architecture &model)
{
    constexpr std::array<std::string_view, 3> never_asked{"target.", "libraries.", "parallel."};
    const auto counts = [&](const std::string &field, std::size_t point) {
        const Result<Plan> plan = sweep.plan_at(point);
        const Result<ResolvedPlan> resolved = plan.ok() ? resolve(*plan, model) : Result<ResolvedPlan>(plan.error());
        return !resolved.ok() || applies(field, resolved->plan);
    };
    for (const SweepAxis &axis : sweep.axes()) {
        const std::string &field = axis.field;
        const bool asked = std::ranges::none_of(never_asked, [&](std::string_view part) { return field.starts_with(part); });
        if (asked && sweep.size() > 0 && !counts(field, 0) && !counts(field, sweep.size() - 1))
            say("warning: " + field + " does not count for this plan: every value gives the same");
    }
}

Result<Job> job_of(const QCommandLineParser &parser)
{
    std::vector<SweepAxis> axes;
    for (const QString &text : parser.values(QStringLiteral("over"))) {
        Result<SweepAxis> axis = sweep_axis(text.toStdString());
        if (!axis.ok()) return axis.error();
        axes.push_back(*std::move(axis));
    }
    const Result<PlanInput> input = plan_from(parser);
    if (!input.ok()) return input.error();
    const Result<Sweep> sweep = Sweep::over(input->plan, std::move(axes));
    if (!sweep.ok()) return sweep.error();
    const Result<ArchitectureRef> model = load_model(input->plan.model, input->base_directory);
    if (!model.ok()) return model.error();
    Result<SweepTarget> target = sweep_target(input->plan.target);
    if (!target.ok()) return target.error();
    target->swept_budget =
        std::ranges::find(sweep->axes(), std::string("target.budget_bytes"), &SweepAxis::field) != sweep->axes().end();
    say_warnings(*input);
    say_idle_axes(*sweep, **model);
    const bool replay = sweep->size() <= most_replayed || parser.isSet(QStringLiteral("exact"));
    if (!replay)
        say(grouped(static_cast<Count>(sweep->size())) +
            " points: bytes of tensors and the usual slack, without the allocator's blocks; --exact replays it at every point");
    return Job{*sweep, *model, *target, replay};
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
    const Result<Job> job = job_of(parser);
    if (!job.ok()) return fail(job.error());
    const bool csv = *format == "csv";
    if (csv) print(csv_head(*job));
    return write_points(*job, csv ? csv_row : json_row) ? Exit::fits : Exit::bad_input;
}

} // namespace plimsoll::cli
