// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/sweep_answer.h"

#include "core/api/answer.h"
#include "core/api/threads.h"
#include "core/ground/json_text.h"
#include "core/plan/field.h"
#include "core/report/csv.h"
#include "core/report/estimate_json.h"
#include "core/resolve/gate.h"

#include <algorithm>
#include <array>

namespace plimsoll {

namespace {

constexpr std::size_t block = 2048; // points that are held before they are written

SweepLine csv_row(const SweepJob &job, std::size_t index)
{
    std::vector<std::string> cells = job.sweep.values_at(index);
    const SweepPoint point = sweep_point(job.architecture, job.sweep.plan_at(index), job.target, job.replay);
    const bool failed = point.error.has_value();
    const Peak &peak = point.peak;
    for (const Bytes bytes :
         {peak.device, peak.device_interval.low, peak.device_interval.high, peak.allocated, peak.reserved, peak.load})
        cells.push_back(failed ? std::string() : std::to_string(bytes));
    cells.emplace_back(failed ? std::string_view() : name_of(peak.phase));
    for (std::size_t i = 0; i < job.target.names().size(); ++i)
        cells.emplace_back(failed ? std::string_view() : name_of(point.fits[i]));
    cells.push_back(failed ? point.error->message() : std::string());
    return {csv_line(cells), !failed};
}

SweepLine json_row(const SweepJob &job, std::size_t index)
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
    nlohmann::ordered_json out = made.ok() ? estimate_to_json(*made, TimelineDetail::none) : error_to_json(made.error());
    out["point"] = std::move(at);
    return {to_text(out) + '\n', made.ok()};
}

/// Another method or task may lie between the ends.
std::vector<std::string> idle_axes(const Sweep &sweep, const Architecture &model)
{
    constexpr std::array<std::string_view, 3> never_asked{"target.", "libraries.", "parallel."};
    const auto counts = [&](const std::string &field, std::size_t point) {
        const Result<Plan> plan = sweep.plan_at(point);
        const Result<ResolvedPlan> resolved = plan.ok() ? resolve(*plan, model) : Result<ResolvedPlan>(plan.error());
        return !resolved.ok() || applies(field, resolved->plan);
    };
    std::vector<std::string> out;
    for (const SweepAxis &axis : sweep.axes()) {
        const std::string &field = axis.field;
        const bool asked = std::ranges::none_of(never_asked, [&](std::string_view part) { return field.starts_with(part); });
        if (asked && sweep.size() > 0 && !counts(field, 0) && !counts(field, sweep.size() - 1)) out.push_back(field);
    }
    return out;
}

} // namespace

Result<SweepJob> sweep_job(const ArchitectureRef &architecture, const Sweep &sweep, const Target &target, bool exact)
{
    Result<SweepTarget> judged = sweep_target(target);
    if (!judged.ok()) return judged.error();
    judged->swept_budget =
        std::ranges::find(sweep.axes(), std::string("target.budget_bytes"), &SweepAxis::field) != sweep.axes().end();
    return SweepJob{sweep, architecture, *judged, exact || sweep.size() <= most_replayed_points, idle_axes(sweep, *architecture)};
}

std::string sweep_csv_head(const SweepJob &job)
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

bool write_points(const SweepJob &job, SweepFormat format, unsigned threads, const std::function<void(const SweepLine &)> &write)
{
    const auto line_of = format == SweepFormat::csv ? csv_row : json_row;
    bool all = true;
    std::vector<SweepLine> lines;
    for (std::size_t from = 0; from < job.sweep.size(); from += block) {
        lines.assign(std::min(block, job.sweep.size() - from), {});
        for_each_of(lines.size(), threads, [&](std::size_t at) { lines[at] = line_of(job, from + at); });
        for (const SweepLine &line : lines) {
            write(line);
            all &= line.ok;
        }
    }
    return all;
}

} // namespace plimsoll
