// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/cards/gpu_catalogue.h"
#include "core/clock/run_time.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"

#include <QtGlobal>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plimsoll {

/// An estimate with its operations, on a card of the catalogue. Ends the program where the plan is refused.
inline Estimate timed_estimate(const char *card, const nlohmann::json &plan)
{
    const auto parsed = plan_from_object(plan);
    if (!parsed) qFatal("%s", parsed.error().message().c_str());
    const auto model = load_model(parsed->plan.model);
    auto made = estimate(*model, parsed->plan, find_gpu(card)->gpu->facts(),
                         {.timeline = false, .allocator = false, .explain = false, .time = true});
    if (!made) qFatal("%s", made.error().message().c_str());
    return *std::move(made);
}

inline RunTime timed(const char *card, const nlohmann::json &plan)
{
    const auto time = time_of(timed_estimate(card, plan), find_gpu(card)->gpu->facts());
    if (!time) qFatal("no time on %s", card);
    return *time;
}

inline double seconds_of(const RunTime &time, Phase phase)
{
    const auto found = std::ranges::find(time.step->phases, phase, &PhaseTime::phase);
    return found == time.step->phases.end() ? 0 : found->seconds;
}

inline bool says(const RunTime &time, const char *part)
{
    return std::ranges::any_of(time.assumptions,
                               [part](const std::string &line) { return line.find(part) != std::string::npos; });
}

} // namespace plimsoll
