// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/time_fields.h"

#include "core/ground/phrase.h"
#include "core/plan/plan_json.h"

namespace plimsoll {

void tell_what_changes_time(std::vector<Warning> &warnings, const Estimate &estimate, const RunTime &time)
{
    constexpr EstimateOptions quick{.timeline = false, .allocator = false, .explain = false, .time = true};
    for (Warning &warning : warnings) {
        if (warning.code != "no_effect" || !estimate.plan.plan.given.contains(warning.field)) continue;
        const Result<Estimate> other =
            plimsoll::estimate(estimate.architecture, without_field(estimate.plan.plan, warning.field), estimate.device, quick);
        const std::optional<RunTime> then = other.ok() ? time_of(*other, estimate.device) : std::nullopt;
        if (!then || (then->step == time.step && then->serve == time.serve)) continue;
        warning = {"time_alone",
                   phrase(QT_TRANSLATE_NOOP("core", "%1: changes the time and no memory (%2)"), {warning.field, warning.reason}),
                   warning.field, warning.reason};
    }
}

} // namespace plimsoll
