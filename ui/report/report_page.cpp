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

TimelineData step_of(const report::Sheet &sheet, const Numbers &numbers)
{
    TimelineData data;
    data.numbers = numbers;
    data.lines = lines_of(sheet);
    data.points = sheet.step;
    data.held = sheet.held;
    return data;
}

ReportTable table_of(const report::SheetTable &sheet)
{
    ReportTable table{qt(sheet.caption), qt(sheet.detail), {}, {}};
    for (const auto &[title, figures] : sheet.columns)
        table.columns.emplace_back(qt(title), figures ? Qt::AlignRight : Qt::AlignLeft);
    for (const report::SheetRow &row : sheet.rows) {
        table.rows.push_back({{}, row.bold});
        for (const report::SheetCell &cell : row.cells)
            table.rows.back().cells.push_back(
                {qt(cell.text), cell.mark, cell.swatch ? std::optional(static_cast<Group>(*cell.swatch)) : std::nullopt});
    }
    return table;
}

} // namespace

ReportPage report_page_of(const report::Sheet &sheet)
{
    Numbers numbers;
    numbers.unit = sheet.unit;
    ReportPage page;
    page.title = qt(sheet.title);
    page.verdict = qt(sheet.verdict);
    page.fits = sheet.fits;
    for (const std::string &line : sheet.summary) page.summary << qt(line);
    page.memory = for_paper(memory_of(sheet, numbers));
    page.timeline = step_of(sheet, numbers);
    page.breakdown = table_of(sheet.breakdown);
    for (const std::string &note : sheet.breakdown_notes) page.breakdown_notes << qt(note);
    page.scenarios = table_of(sheet.scenarios);
    page.ranks = table_of(sheet.ranks);
    page.configuration = table_of(sheet.configuration);
    page.recommendations = table_of(sheet.recommendations);
    page.citation = qt(sheet.citation);
    for (const auto &[title, text] : sheet.fine_print) page.fine_print.emplace_back(qt(title), qt(text));
    return page;
}

} // namespace plimsoll
