// SPDX-License-Identifier: GPL-3.0-or-later
#include "schema_document.h"

#include <algorithm>
#include <fstream>
#include <stdexcept>
#include <utility>

namespace plimsoll::docs {

namespace {

std::string trimmed(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(' ');
    return first == std::string_view::npos ? std::string()
                                           : std::string(text.substr(first, text.find_last_not_of(' ') - first + 1));
}

/// Cells of "| a | b \| c |"; an escaped bar is part of its cell.
std::vector<std::string> cells_of(std::string_view line)
{
    std::vector<std::string> out;
    std::string cell;
    for (std::size_t i = 1; i < line.size(); ++i) {
        if (line[i] == '\\' && i + 1 < line.size() && line[i + 1] == '|')
            cell += line[++i];
        else if (line[i] == '|')
            out.push_back(trimmed(std::exchange(cell, {})));
        else
            cell += line[i];
    }
    return out;
}

class Reader {
public:
    explicit Reader(const std::string &name) { m_out.name = name; }

    void line(const std::string &text)
    {
        if (m_block) {
            if (text == "```")
                end_block();
            else if (m_json)
                m_text += text + '\n';
        } else if (text.starts_with("```")) {
            m_block = true;
            m_json = text == "```json";
        } else if (text.starts_with("# ")) {
            const std::vector<std::string> names = in_backticks(text);
            if (!names.empty()) m_out.schema = names.back();
        } else if (text.starts_with('|'))
            m_table.push_back(cells_of(text));
        else
            end_table();
    }

    SchemaDocument take()
    {
        end_table();
        return std::move(m_out);
    }

private:
    SchemaDocument m_out;
    Table m_table;
    std::string m_text;
    bool m_block = false, m_json = false;

    void end_block()
    {
        if (m_json) m_out.examples.push_back(std::exchange(m_text, {}));
        m_block = m_json = false;
    }

    void end_table()
    {
        if (m_table.size() < 2) return m_table.clear();
        m_table.erase(m_table.begin() + 1); // |---|---|
        if (m_table.front().front() == "path")
            for (std::size_t i = 1; i < m_table.size(); ++i) m_out.rows.push_back(row_of(m_table.front(), m_table[i]));
        else
            m_out.others.push_back(m_table);
        m_table.clear();
    }

    [[nodiscard]] SchemaRow row_of(const std::vector<std::string> &head, const std::vector<std::string> &cells) const
    {
        if (cells.size() != head.size())
            throw std::runtime_error(m_out.name + ".md: another number of cells than the head has: " + cells.front());
        SchemaRow out;
        out.path = in_backticks(cells.front()).at(0);
        for (std::size_t i = 1; i < head.size(); ++i) out.columns[head[i]] = cells[i];
        return out;
    }
};

} // namespace

std::string SchemaRow::column(const std::string &title) const
{
    const auto found = columns.find(title);
    return found == columns.end() ? std::string() : found->second;
}

std::string SchemaRow::type() const
{
    const std::string whole = column("type");
    return whole.substr(0, whole.find(','));
}

std::vector<std::string> SchemaRow::choices() const { return in_backticks(column("values")); }

const SchemaRow *SchemaDocument::find(std::string_view path) const
{
    const auto found = std::ranges::find(rows, path, &SchemaRow::path);
    return found == rows.end() ? nullptr : &*found;
}

SchemaDocument schema_document(const std::string &name)
{
    const std::string path = PLIMSOLL_SOURCE "/docs/schema/" + name + ".md";
    std::ifstream file(path);
    if (!file) throw std::runtime_error(path + ": cannot be read");
    Reader reader(name);
    for (std::string line; std::getline(file, line);) reader.line(line);
    return reader.take();
}

std::vector<std::string> in_backticks(std::string_view text)
{
    std::vector<std::string> out;
    for (std::size_t at = text.find('`'); at != std::string_view::npos; at = text.find('`', at)) {
        const std::size_t end = text.find('`', at + 1);
        if (end == std::string_view::npos) break;
        out.emplace_back(text.substr(at + 1, end - at - 1));
        at = end + 1;
    }
    return out;
}

} // namespace plimsoll::docs
