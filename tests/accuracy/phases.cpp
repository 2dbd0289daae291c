// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/accuracy/judge.h"
#include "tests/accuracy/phases.h"

#include <algorithm>
#include <cstdio>

namespace plimsoll::accuracy {
namespace {

// Steps are told apart by a forward that comes after anything later in a step.
std::vector<StepPhases> steps_of(const std::vector<TimelinePoint> &timeline)
{
    std::vector<StepPhases> steps;
    std::string last = "load";
    for (const TimelinePoint &point : timeline) {
        const std::string phase = coarse(point.phase);
        if (phase == "load") continue;
        if (steps.empty() || (phase == "forward" && last != "forward")) steps.emplace_back();
        auto &phases = steps.back().phases;
        if (phases.empty() || phases.back().first != phase) phases.emplace_back(phase, PhaseBytes{});
        PhaseBytes &bytes = phases.back().second;
        bytes.peak = std::max(bytes.peak, point.allocated);
        bytes.after = point.allocated;
        last = phase;
    }
    return steps;
}

std::string line(const std::string &name, const std::optional<Bytes> &reference, const std::optional<Bytes> &ours)
{
    char out[160];
    const auto figure = [](const std::optional<Bytes> &value) { return value ? std::to_string(*value) : std::string("-"); };
    std::string difference = "-", percent;
    if (reference && ours) {
        difference = std::to_string(*ours - *reference);
        char text[32];
        std::snprintf(text, sizeof text, "%+.3f %%", *reference ? 100.0 * double(*ours - *reference) / double(*reference) : 0.0);
        percent = text;
    }
    std::snprintf(out, sizeof out, "%-28s %16s %16s %16s  %s\n", name.c_str(), figure(reference).c_str(), figure(ours).c_str(),
                  difference.c_str(), percent.c_str());
    return out;
}

std::string step_lines(std::size_t number, const StepPhases &reference, const StepPhases *ours)
{
    std::string out;
    for (const auto &[phase, bytes] : reference.phases) {
        const PhaseBytes *mine = ours ? ours->find(phase) : nullptr;
        const std::string name = "step " + std::to_string(number) + " " + phase;
        out += line(name + " peak", bytes.peak, mine ? std::optional(mine->peak) : std::nullopt);
        out += line(name + " after", bytes.after, mine ? mine->after : std::nullopt);
    }
    return out;
}

std::optional<Bytes> steady_bytes(const Row &row, const char *key)
{
    return row.steady.is_object() && row.steady.contains(key) ? std::optional(row.steady[key].get<Bytes>()) : std::nullopt;
}

std::string steady_lines(const Row &row, const Estimate &estimate)
{
    std::optional<Bytes> weights = steady_bytes(row, "weights");
    const auto metadata = steady_bytes(row, "quantization_metadata"), trainable = steady_bytes(row, "trainable");
    if (!weights) return {};
    // A row tells trainable from frozen tensors, the estimate adapters from weights: the sum is comparable.
    return line("weights + adapters, kept", *weights + metadata.value_or(0) + trainable.value_or(0),
                estimate.fullest().steady_weights + estimate.fullest().steady_adapters) +
           line("optimizer, kept", steady_bytes(row, "optimizer"), estimate.fullest().steady_optimizer);
}

} // namespace

Result<std::string> phases_text(const Row &row, const std::string &base)
{
    const auto estimate = estimate_row(row, base, {});
    if (!estimate) return estimate.error();
    const Peak &peak = estimate->fullest().peak;
    std::string out = row.id + "  " + row.group + "  " + row.model_type + (row.source.empty() ? "" : "  " + row.source) + "\n" +
                      row.plan.dump() + "\n\n";
    char head[160];
    std::snprintf(head, sizeof head, "%-28s %16s %16s %16s\n", "bytes", "row", "ours", "ours - row");
    out += head;
    out += line("allocated peak", row.allocated, peak.allocated) + line("reserved peak", row.reserved, peak.reserved) +
           line("required", row.required, peak.required) + line("device", row.device, peak.device);
    if (row.load) out += line("load peak", row.load->peak, peak.load);
    out += steady_lines(row, *estimate);
    const auto ours = steps_of(estimate->fullest().timeline);
    for (std::size_t i = 0; i < row.steps.size(); ++i)
        out += step_lines(i + 1, row.steps[i], ours.empty() ? nullptr : &ours[std::min(i, ours.size() - 1)]);
    out += "\npeak in: row " + (row.phase.empty() ? "-" : row.phase) + ", ours " + std::string(name_of(peak.phase)) + " (layer " +
           std::to_string(peak.layer) + ")\n";
    for (const BreakdownLine &part : estimate->fullest().at_peak) {
        out += line(std::string("  ") + std::string(name_of(part.component)), std::nullopt, part.bytes);
        for (const auto &[what, bytes] : part.alive) out += "      " + std::to_string(bytes) + "  " + what + "\n";
    }
    return out;
}

} // namespace plimsoll::accuracy
