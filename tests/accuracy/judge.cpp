// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/planner.h"
#include "core/plan/plan_json.h"
#include "tests/accuracy/judge.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

namespace plimsoll::accuracy {
namespace {

std::optional<double> relative(const std::optional<Bytes> &reference, Bytes ours)
{
    if (!reference || *reference <= 0) return std::nullopt;
    return static_cast<double>(ours - *reference) / static_cast<double>(*reference);
}

/// Rows share some seventy configurations; each is read once.
Planner &planner()
{
    static Planner one;
    return one;
}

Judgement judge_row(const Row &row, const std::string &base, bool allocator)
{
    Judgement out{.row = &row, .model_type = row.model_type};
    const auto begin = std::chrono::steady_clock::now();
    const auto estimate = estimate_row(row, base, {.timeline = false, .allocator = allocator, .explain = false});
    out.microseconds = std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
    if (!estimate) {
        out.refused = estimate.error().message();
        return out;
    }
    if (!estimate->lower_bound_reason.empty()) {
        out.refused = "lower bound only: " + estimate->lower_bound_reason;
        return out;
    }
    out.peak = estimate->fullest().peak;
    out.phase = coarse(estimate->fullest().peak.phase);
    return out;
}

} // namespace

std::optional<double> Judgement::allocated_error() const
{
    return answered() ? relative(row->allocated, peak.allocated) : std::nullopt;
}

std::optional<double> Judgement::reserved_error() const
{
    return answered() ? relative(row->reserved, peak.reserved) : std::nullopt;
}

// Bisected only to a tolerance, and always from above: anything inside it is right.
std::optional<double> Judgement::required_error() const
{
    if (!answered() || !row->required) return std::nullopt;
    const Bytes high = *row->required, low = high - row->tolerance;
    if (peak.required >= low && peak.required <= high) return 0.0;
    return relative(peak.required > high ? high : low, peak.required);
}

std::optional<double> Judgement::device_error() const { return answered() ? relative(row->device, peak.device) : std::nullopt; }

std::optional<bool> Judgement::covered() const
{
    if (!answered()) return std::nullopt;
    if (row->allocated) return *row->allocated >= peak.allocated_interval.low && *row->allocated <= peak.allocated_interval.high;
    if (row->device) return *row->device >= peak.device_interval.low && *row->device <= peak.device_interval.high;
    return std::nullopt;
}

std::optional<bool> Judgement::phase_right() const
{
    if (!answered() || row->phase.empty()) return std::nullopt;
    return phase == row->phase;
}

std::string coarse(Phase phase)
{
    switch (phase) {
    case Phase::load: return "load";
    case Phase::save: return "save"; // of a verdict, never of a step
    case Phase::forward:
    case Phase::loss:
    case Phase::evaluation:
    case Phase::old_log_probs:
    case Phase::kl:
    case Phase::reference:
    case Phase::reward:
    case Phase::objective:
    case Phase::profile:
    case Phase::capture:
    case Phase::serve:
    case Phase::extract: return "forward";
    case Phase::loss_backward:
    case Phase::backward: return "backward";
    case Phase::optimizer_step: return "optimizer";
    case Phase::prefill:
    case Phase::generate: return "generate";
    }
    return {};
}

Result<Estimate> estimate_row(const Row &row, const std::string &base, const EstimateOptions &options)
{
    const auto parsed = plan_from_object(row.plan);
    if (!parsed) return parsed.error();
    return planner().estimate({.plan = parsed->plan, .base_directory = base}, options);
}

std::vector<Judgement> judge(std::span<const Row> rows, const std::string &base, bool allocator)
{
    std::vector<Judgement> out(rows.size());
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (std::size_t i = next++; i < rows.size(); i = next++) out[i] = judge_row(rows[i], base, allocator);
    };
    std::vector<std::jthread> workers;
    for (unsigned n = 1; n < std::thread::hardware_concurrency(); ++n) workers.emplace_back(work);
    work();
    workers.clear();
    return out;
}

} // namespace plimsoll::accuracy
