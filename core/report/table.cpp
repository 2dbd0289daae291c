// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/table.h"

#include "core/ground/text.h"
#include "core/report/csv.h"
#include "core/report/markdown.h"

#include <algorithm>

namespace plimsoll::report {

namespace {

std::vector<std::string> titles_in(const Table &table)
{
    std::vector<std::string> out;
    for (const Column &column : table.columns) out.push_back(column.title);
    return out;
}

std::vector<std::string> texts_in(const std::vector<TextRun> &row)
{
    std::vector<std::string> out;
    for (const TextRun &cell : row) out.push_back(cell.text);
    return out;
}

std::vector<std::size_t> widths_of(const Table &table)
{
    std::vector<std::size_t> out;
    for (const Column &column : table.columns) out.push_back(columns(column.title));
    for (const std::vector<TextRun> &row : table.rows)
        for (std::size_t i = 0; i < row.size(); ++i) out[i] = std::max(out[i], columns(row[i].text));
    return out;
}

std::string text_row(const Table &table, const std::vector<std::size_t> &widths, const std::vector<std::string> &cells)
{
    std::string out;
    for (std::size_t i = 0; i < cells.size(); ++i)
        out += (i > 0 ? "  " : "") +
               (table.columns[i].figures ? right_aligned(cells[i], widths[i]) : left_aligned(cells[i], widths[i]));
    return out.substr(0, out.find_last_not_of(' ') + 1) + '\n';
}

} // namespace

std::vector<TextRun> row_of(std::vector<std::string> texts, bool strong)
{
    std::vector<TextRun> out;
    for (std::string &text : texts) out.push_back({std::move(text), strong});
    return out;
}

std::string table_to_text(const Table &table)
{
    const std::vector<std::size_t> widths = widths_of(table);
    std::string out = text_row(table, widths, titles_in(table));
    for (const std::vector<TextRun> &row : table.rows) out += text_row(table, widths, texts_in(row));
    return out;
}

std::string table_to_markdown(const Table &table)
{
    std::vector<std::string> head;
    std::vector<bool> right;
    for (const Column &column : table.columns) {
        head.push_back(markdown_text(column.title));
        right.push_back(column.figures);
    }
    std::vector<std::vector<std::string>> rows;
    for (const std::vector<TextRun> &row : table.rows) {
        rows.emplace_back();
        for (const TextRun &cell : row) rows.back().push_back(markdown_text(cell.text, cell.strong));
    }
    return markdown_table(head, right, rows);
}

std::string table_to_csv(const Table &table)
{
    std::string out = csv_line(titles_in(table));
    for (const std::vector<TextRun> &row : table.rows) out += csv_line(texts_in(row));
    return out;
}

} // namespace plimsoll::report
