// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/chart/memory_column.h"

#include <utility>

namespace plimsoll {

MemoryColumn memory_column(const ProcessEstimate &process, std::string id, std::string title)
{
    MemoryColumn column{.id = std::move(id), .title = std::move(title)};
    column.total = process.needed();
    column.interval = process.needed_interval();
    if (process.engine && process.engine->start.requested) column.claim = process.peak.device;
    for (const BreakdownLine &line : process.needed_lines())
        column.components[static_cast<std::size_t>(line.component)] += line.bytes;
    return column;
}

MemoryColumn memory_column(const Estimate &estimate, std::string id, std::string title)
{
    MemoryColumn column = memory_column(estimate.shown(), std::move(id), std::move(title));
    if (!estimate.lower_bound_reason.empty()) column.interval.reset(); // of what is known alone: the figure has no upper end
    return column;
}

} // namespace plimsoll
