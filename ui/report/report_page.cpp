// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_page.h"

#include <vector>

namespace plimsoll {

MemoryChartData memory_on_page(const report::Sheet &sheet)
{
    MemoryChartData memory;
    memory.numbers.unit = sheet.unit;
    memory.lines = sheet.lines;
    memory.columns = sheet.memory;
    Bytes line = 0;
    for (const LoadLine &entry : memory.lines)
        if (entry.answers) line = entry.usable;
    if (line > 0 && memory.columns.size() > 3)
        std::erase_if(memory.columns, [&](const MemoryColumn &column) { return !column.selected && column.total > line * 2; });
    return memory;
}

} // namespace plimsoll
