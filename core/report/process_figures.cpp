// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/process_figures.h"

#include "core/ground/phrase.h"

#include <algorithm>

namespace plimsoll {

namespace {

std::optional<Bytes> allocated(const ProcessEstimate &process)
{
    return process.engine ? std::nullopt : std::optional(process.peak.allocated);
}
std::optional<Bytes> reserved(const ProcessEstimate &process)
{
    return process.engine ? std::nullopt : std::optional(process.peak.reserved);
}
std::optional<Bytes> taken(const ProcessEstimate &process)
{
    return process.engine && process.engine->start.total ? std::optional(process.peak.device) : std::nullopt;
}

} // namespace

std::vector<ProcessFigure> process_figures(std::span<const PlanAnswer> answers)
{
    std::vector<ProcessFigure> out{{phrase(QT_TRANSLATE_NOOP("core", "Allocated")), allocated},
                                   {phrase(QT_TRANSLATE_NOOP("core", "Reserved")), reserved},
                                   {phrase(QT_TRANSLATE_NOOP("core", "Engine takes")), taken}};
    std::erase_if(out, [answers](const ProcessFigure &figure) {
        return std::ranges::none_of(answers,
                                    [&](const PlanAnswer &one) { return figure.of(one.estimate.shown()).has_value(); });
    });
    return out;
}

} // namespace plimsoll
