// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_page.h"

#include "ui/document/card_names.h"
#include "ui/document/text.h"

#include <algorithm>

namespace plimsoll {

namespace {

/// The columns that speak best for the page: what is far above the line says little on paper.
MemoryChartData for_paper(MemoryChartData memory)
{
    Bytes line = 0;
    for (const auto &entry : memory.lines)
        if (entry.answers) line = entry.usable;
    if (line > 0 && memory.columns.size() > 3)
        std::erase_if(memory.columns, [&](const auto &column) { return !column.selected && column.total > line * 2; });
    memory.show_rule_of_thumb = false;
    memory.expanded.clear();
    return memory;
}

std::vector<LoadLine> lines_of(const report::Sheet &sheet)
{
    constexpr int most = 26; // beyond it a line's title would take the columns' room
    std::vector<LoadLine> out;
    for (const report::ChartLine &line : sheet.lines)
        out.push_back({name_within(qt(line.title), qt(line.name), most), line.usable, line.reserve, line.answers});
    return out;
}

MemoryChartData memory_of(const report::Sheet &sheet, const Numbers &numbers)
{
    MemoryChartData data;
    data.numbers = numbers;
    data.lines = lines_of(sheet);
    for (const report::ChartColumn &column : sheet.memory)
        data.columns.push_back({.id = QString::number(data.columns.size()),
                                .title = qt(column.title),
                                .components = column.components,
                                .total = column.total,
                                .interval = column.interval,
                                .difference = column.difference,
                                .claim = column.claim,
                                .rule_of_thumb = {},
                                .problem = qt(column.problem),
                                .selected = column.selected,
                                .baseline = column.baseline});
    return data;
}

} // namespace

MemoryChartData memory_on_page(const report::Sheet &sheet)
{
    Numbers numbers;
    numbers.unit = sheet.unit;
    return for_paper(memory_of(sheet, numbers));
}

} // namespace plimsoll
