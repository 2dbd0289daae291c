// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/live/plan_mark.h"

#include "core/ground/figures.h"
#include "core/ground/phrase.h"

#include <nlohmann/json.hpp>

namespace plimsoll {

namespace {

std::string named(Bytes bytes) { return ByteFigures{}.brief_named(bytes); }
std::string brief(Bytes bytes) { return ByteFigures{}.brief(bytes); }

std::string relation(const std::string &who, Bytes held, const PlanMark &plan)
{
    const std::string bytes = named(held);
    if (held > plan.high)
        return phrase(QT_TRANSLATE_NOOP("core", "%1 holds %2, %3 above it."), {who, bytes, named(held - plan.device)});
    if (held >= plan.low) return phrase(QT_TRANSLATE_NOOP("core", "%1 holds %2, as planned."), {who, bytes});
    if (const PhaseMark *const phase = reached(plan, held))
        return phrase(QT_TRANSLATE_NOOP("core", "%1 holds %2, as much as up to %3."), {who, bytes, phase->phase});
    return phrase(QT_TRANSLATE_NOOP("core", "%1 holds %2, less than the plan's weights."), {who, bytes});
}

} // namespace

const LiveProcess *followed_process(const LiveGpu &gpu, const std::set<std::uint32_t> &pids)
{
    const LiveProcess *found = nullptr;
    for (const LiveProcess &one : gpu.processes)
        if ((pids.empty() || pids.contains(one.pid)) && one.used && (found == nullptr || *one.used > *found->used)) found = &one;
    return found;
}

const PhaseMark *reached(const PlanMark &plan, Bytes held)
{
    const PhaseMark *last = nullptr;
    for (const PhaseMark &one : plan.phases)
        if (one.device <= held) last = &one;
    return last;
}

std::string plan_text(const LiveGpu &gpu, const PlanMark &plan, const std::set<std::uint32_t> &pids)
{
    const std::string said = phrase(QT_TRANSLATE_NOOP("core", "The plan takes %1 (%2 to %3) at %4."),
                                    {named(plan.device), brief(plan.low), brief(plan.high), plan.phase});
    if (const LiveProcess *const process = followed_process(gpu, pids)) {
        const std::string who = process->name.value.value_or("process") + " (" + std::to_string(process->pid) + ')';
        return said + ' ' + relation(who, *process->used, plan);
    }
    if (gpu.processes_reason.empty() || !gpu.used) return said;
    return said + ' ' + relation(phrase(QT_TRANSLATE_NOOP("core", "All that runs on the card")), *gpu.used, plan);
}

nlohmann::ordered_json plan_mark_to_json(const PlanMark &plan)
{
    nlohmann::ordered_json phases = nlohmann::ordered_json::array();
    for (const PhaseMark &one : plan.phases) phases.push_back({{"phase", one.phase}, {"device_bytes", one.device}});
    return {{"name", plan.name.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(plan.name)},
            {"device_bytes", plan.device},
            {"interval", {{"low", plan.low}, {"high", plan.high}}},
            {"phase", plan.phase},
            {"phases", std::move(phases)}};
}

} // namespace plimsoll
