// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/sweep_answer.h"

#include "core/api/answer.h"
#include "core/api/sweep_table.h"
#include "core/api/threads.h"
#include "core/ground/json_text.h"
#include "core/plan/field.h"
#include "core/plan/plan_json.h"
#include "core/report/csv.h"
#include "core/report/estimate_json.h"
#include "core/resolve/gate.h"

#include <algorithm>
#include <array>

namespace plimsoll {

namespace {

constexpr std::string_view model_axis = "model";
constexpr std::size_t block = 2048; // points that are held before they are written

SweepLine csv_row(const SweepJob &job, std::size_t index, const SweepRow *row)
{
    std::vector<std::string> cells = job.sweep.values_at(index);
    const SweepPoint point = row != nullptr ? row->point : sweep_point(job.model_at(index), job.sweep.plan_at(index), job.target);
    const bool failed = point.error.has_value();
    const Peak &peak = point.peak;
    for (const Bytes bytes :
         {peak.device, peak.device_interval.low, peak.device_interval.high, peak.allocated, peak.reserved, peak.load})
        cells.push_back(failed ? std::string() : std::to_string(bytes));
    cells.emplace_back(failed ? std::string_view() : name_of(peak.phase));
    for (std::size_t i = 0; i < job.target.names().size(); ++i)
        cells.emplace_back(failed ? std::string_view() : name_of(point.fits[i]));
    if (row != nullptr) std::ranges::move(difference_cells(*row), std::back_inserter(cells));
    cells.push_back(failed ? point.error->message() : std::string());
    return {csv_line(cells), !failed};
}

SweepLine json_row(const SweepJob &job, std::size_t index, const SweepRow *row)
{
    const Result<Plan> plan = job.sweep.plan_at(index);
    const Result<PlanAnswer> made =
        plan.ok() ? answer(job.model_at(index), *plan, {.timeline = false}) : Result<PlanAnswer>(plan.error());
    nlohmann::ordered_json out = made.ok() ? estimate_to_json(*made, TimelineDetail::none) : error_to_json(made.error());
    out["point"] = point_to_json(job.sweep, index);
    if (row != nullptr) out["beside"] = difference_to_json(*row);
    return {to_text(out) + '\n', made.ok()};
}

/// Another method or task may lie between the ends.
std::vector<std::string> idle_axes(const SweepJob &job)
{
    const Sweep &sweep = job.sweep;
    constexpr std::array<std::string_view, 4> never_asked{"target.", "libraries.", "parallel.", "model"};
    const auto counts = [&](const std::string &field, std::size_t point) {
        const Result<Plan> plan = sweep.plan_at(point);
        const Result<ResolvedPlan> resolved =
            plan.ok() ? resolve(*plan, *job.model_at(point)) : Result<ResolvedPlan>(plan.error());
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

const ArchitectureRef &SweepJob::model_at(std::size_t point) const
{
    const auto axis = std::ranges::find(sweep.axes(), std::string(model_axis), &SweepAxis::field);
    if (axis == sweep.axes().end()) return models.front();
    const std::string value = sweep.values_at(point)[static_cast<std::size_t>(axis - sweep.axes().begin())];
    return models[static_cast<std::size_t>(std::ranges::find(axis->values, value) - axis->values.begin())];
}

Result<std::vector<ArchitectureRef>> swept_models(KnownModels &models, const Sweep &sweep, const Question &question)
{
    const auto axis = std::ranges::find(sweep.axes(), std::string(model_axis), &SweepAxis::field);
    std::vector<ArchitectureRef> out;
    const std::size_t count = axis == sweep.axes().end() ? 1 : axis->values.size();
    for (std::size_t i = 0; i < count; ++i) {
        const Result<Plan> plan =
            axis == sweep.axes().end() ? question.plan : with_field(question.plan, model_axis, axis->values[i]);
        if (!plan.ok()) return plan.error();
        Result<ArchitectureRef> model = models.load(plan->model, question.base_directory);
        if (!model.ok()) return model.error();
        out.push_back(*std::move(model));
    }
    return out;
}

Result<SweepJob> sweep_job(std::vector<ArchitectureRef> models, const Sweep &sweep, const Target &target)
{
    Result<SweepTarget> judged = sweep_target(target);
    if (!judged.ok()) return judged.error();
    judged->swept_budget =
        std::ranges::find(sweep.axes(), std::string("target.budget_bytes"), &SweepAxis::field) != sweep.axes().end();
    SweepJob out{sweep, std::move(models), *judged, {}};
    out.idle = idle_axes(out);
    return out;
}

nlohmann::ordered_json point_to_json(const Sweep &sweep, std::size_t index)
{
    nlohmann::ordered_json at = nlohmann::ordered_json::object();
    const std::vector<std::string> values = sweep.values_at(index);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const Field *field = find_field(sweep.axes()[i].field);
        const std::optional<nlohmann::json> value = field ? field->parse(values[i]) : std::nullopt;
        at[sweep.axes()[i].field] = value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(values[i]);
    }
    return at;
}

std::string sweep_csv_head(const SweepJob &job, bool differences)
{
    std::vector<std::string> cells;
    for (const SweepAxis &axis : job.sweep.axes()) cells.push_back(axis.field);
    for (const char *figure :
         {"device_bytes", "device_low_bytes", "device_high_bytes", "allocated_bytes", "reserved_bytes", "load_bytes", "phase"})
        cells.emplace_back(figure);
    for (const std::string &card : job.target.names()) cells.push_back("fits " + card);
    if (differences)
        for (const char *figure : {"need_bytes", "claim_bytes", "extra_bytes", "saved_percent", "smallest_card"})
            cells.emplace_back(figure);
    cells.emplace_back("error");
    return csv_line(cells);
}

bool write_points(const SweepJob &job, SweepFormat format, unsigned threads, const std::function<void(const SweepLine &)> &write,
                  const std::vector<SweepRow> *rows)
{
    const auto line_of = format == SweepFormat::csv ? csv_row : json_row;
    bool all = true;
    std::vector<SweepLine> lines;
    for (std::size_t from = 0; from < job.sweep.size(); from += block) {
        lines.assign(std::min(block, job.sweep.size() - from), {});
        for_each_of(lines.size(), threads, [&](std::size_t at) {
            lines[at] = line_of(job, from + at, rows != nullptr ? &(*rows)[from + at] : nullptr);
        });
        for (const SweepLine &line : lines) {
            write(line);
            all &= line.ok;
        }
    }
    return all;
}

} // namespace plimsoll
