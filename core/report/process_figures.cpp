// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/process_figures.h"

#include "core/ground/phrase.h"

#include <algorithm>

namespace plimsoll {

namespace {

std::optional<Bytes> allocated(const Estimate &estimate)
{
    const ProcessEstimate &process = estimate.shown();
    return process.engine ? std::nullopt : std::optional(process.peak.allocated);
}
std::optional<Bytes> reserved(const Estimate &estimate)
{
    const ProcessEstimate &process = estimate.shown();
    return process.engine ? std::nullopt : std::optional(process.peak.reserved);
}
std::optional<Bytes> on_host(const Estimate &estimate)
{
    const auto &host = estimate.run.host;
    return host ? std::optional(std::max(host->load, host->steady)) : std::nullopt;
}
std::optional<Bytes> saving(const Estimate &estimate)
{
    return estimate.run.save ? std::optional(estimate.run.save->card) : std::nullopt;
}
std::optional<Bytes> sent(const Estimate &estimate)
{
    return estimate.run.communication ? std::optional(estimate.run.communication->bytes) : std::nullopt;
}
std::optional<Bytes> taken(const Estimate &estimate)
{
    const ProcessEstimate &process = estimate.shown();
    return process.engine && process.engine->start.total ? std::optional(process.peak.device) : std::nullopt;
}

} // namespace

std::vector<ProcessFigure> process_figures(std::span<const PlanAnswer> answers)
{
    std::vector<ProcessFigure> out{
        {phrase(QT_TRANSLATE_NOOP("core", "Allocated")), allocated}, {phrase(QT_TRANSLATE_NOOP("core", "Reserved")), reserved},
        {phrase(QT_TRANSLATE_NOOP("core", "Engine takes")), taken},  {phrase(QT_TRANSLATE_NOOP("core", "Host")), on_host},
        {phrase(QT_TRANSLATE_NOOP("core", "While saving")), saving}, {phrase(QT_TRANSLATE_NOOP("core", "Sent a step")), sent}};
    std::erase_if(out, [answers](const ProcessFigure &figure) {
        return std::ranges::none_of(answers, [&](const PlanAnswer &one) { return figure.of(one.estimate).has_value(); });
    });
    return out;
}

} // namespace plimsoll
