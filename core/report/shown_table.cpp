// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/shown_table.h"

#include "core/ground/text.h"
#include "core/report/csv.h"
#include "core/report/markdown.h"

#include <algorithm>

namespace plimsoll {

namespace {

std::vector<std::size_t> widths_of(const ShownTable &table)
{
    std::vector<std::size_t> out;
    for (const std::string &cell : table.head) out.push_back(columns(cell));
    for (const std::vector<std::string> &row : table.rows)
        for (std::size_t i = 0; i < row.size(); ++i) out[i] = std::max(out[i], columns(row[i]));
    return out;
}

std::string text_row(const ShownTable &table, const std::vector<std::size_t> &widths, const std::vector<std::string> &cells)
{
    std::string out;
    for (std::size_t i = 0; i < cells.size(); ++i)
        out += (i > 0 ? "  " : "") + (table.right[i] ? right_aligned(cells[i], widths[i]) : left_aligned(cells[i], widths[i]));
    return out.substr(0, out.find_last_not_of(' ') + 1) + '\n';
}

} // namespace

std::string table_to_text(const ShownTable &table)
{
    const std::vector<std::size_t> widths = widths_of(table);
    std::string out = text_row(table, widths, table.head);
    for (const std::vector<std::string> &row : table.rows) out += text_row(table, widths, row);
    return out;
}

std::string table_to_markdown(const ShownTable &table)
{
    const auto escaped = [](std::vector<std::string> cells) {
        for (std::string &cell : cells) cell = markdown_text(cell);
        return cells;
    };
    std::vector<std::vector<std::string>> rows;
    for (const std::vector<std::string> &row : table.rows) rows.push_back(escaped(row));
    return markdown_table(escaped(table.head), table.right, rows);
}

std::string table_to_csv(const ShownTable &table)
{
    std::string out = csv_line(table.head);
    for (const std::vector<std::string> &row : table.rows) out += csv_line(row);
    return out;
}

} // namespace plimsoll
