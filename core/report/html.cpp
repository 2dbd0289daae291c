// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/html.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace plimsoll {

namespace {

constexpr std::string_view style =
    "body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:64rem;padding:0 1rem;color:#1b1f24;background:#fff}"
    "table{border-collapse:collapse;margin:1rem 0;display:block;overflow-x:auto}"
    "th,td{border:1px solid #c8ced6;padding:.3rem .6rem;text-align:left;vertical-align:top}"
    ".number{text-align:right;font-variant-numeric:tabular-nums}"
    "pre{background:#f2f4f7;padding:.8rem;overflow-x:auto}"
    "@media (prefers-color-scheme:dark){body{color:#e6e9ed;background:#16191d}"
    "th,td{border-color:#3a424c}pre{background:#22272e}}";

void add_escaped(std::string &out, char c)
{
    switch (c) {
    case '&': out += "&amp;"; break;
    case '<': out += "&lt;"; break;
    case '>': out += "&gt;"; break;
    case '"': out += "&quot;"; break;
    default: out += c;
    }
}

std::string escaped(std::string_view text)
{
    std::string out;
    for (const char c : text) add_escaped(out, c);
    return out;
}

/// Bold, code and escapes inside a line.
std::string inline_html(std::string_view text)
{
    std::string out;
    bool bold = false, code = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char next = i + 1 < text.size() ? text[i + 1] : '\0';
        if (text[i] == '`') {
            out += code ? "</code>" : "<code>";
            code = !code;
        } else if (!code && text[i] == '\\' && std::ispunct(static_cast<unsigned char>(next)) != 0) {
            add_escaped(out, next);
            ++i;
        } else if (!code && text[i] == '*' && next == '*') {
            out += bold ? "</strong>" : "<strong>";
            bold = !bold;
            ++i;
        } else {
            add_escaped(out, text[i]);
        }
    }
    return out + (code ? "</code>" : "") + (bold ? "</strong>" : "");
}

/// Cells of "| a | b |"; an escaped bar belongs to its cell.
std::vector<std::string_view> cells_of(std::string_view line)
{
    std::vector<std::string_view> out;
    const auto trimmed = [](std::string_view cell) {
        const std::size_t first = cell.find_first_not_of(' ');
        return first == std::string_view::npos ? std::string_view() : cell.substr(first, cell.find_last_not_of(' ') - first + 1);
    };
    std::size_t begin = 1;
    for (std::size_t i = 1; i < line.size(); ++i) {
        if (line[i] == '\\') {
            ++i;
        } else if (line[i] == '|') {
            out.push_back(trimmed(line.substr(begin, i - begin)));
            begin = i + 1;
        }
    }
    return out;
}

class Page {
public:
    explicit Page(std::string_view markdown)
    {
        while (!markdown.empty()) {
            const std::size_t end = std::min(markdown.find('\n'), markdown.size());
            m_lines.push_back(markdown.substr(0, end));
            markdown.remove_prefix(std::min(end + 1, markdown.size()));
        }
    }

    std::string body()
    {
        for (m_at = 0; m_at < m_lines.size(); ++m_at) block(m_lines[m_at]);
        return std::move(m_out);
    }

private:
    void block(std::string_view line)
    {
        constexpr std::string_view summary = "<details><summary>", end = "</summary>";
        const std::size_t depth = std::min(line.find_first_not_of('#'), line.size());
        if (line.empty()) return;
        if (depth > 0 && depth <= 6 && depth < line.size() && line[depth] == ' ')
            tag('h' + std::to_string(depth), inline_html(line.substr(depth + 1)));
        else if (line.starts_with("```"))
            fenced();
        else if (line.starts_with("| "))
            table();
        else if (line.starts_with("- "))
            list();
        else if (line.starts_with(summary) && line.ends_with(end))
            details(line.substr(summary.size(), line.size() - summary.size() - end.size()));
        else if (line == "</details>")
            m_out += "</details>\n";
        else
            tag("p", inline_html(line));
    }

    void tag(const std::string &name, const std::string &inner) { m_out += '<' + name + '>' + inner + "</" + name + ">\n"; }

    void details(std::string_view summary)
    {
        m_out += "<details>";
        tag("summary", inline_html(summary));
    }

    [[nodiscard]] bool next_starts_with(std::string_view start) const
    {
        return m_at + 1 < m_lines.size() && m_lines[m_at + 1].starts_with(start);
    }

    void fenced()
    {
        std::string text;
        while (++m_at < m_lines.size() && !m_lines[m_at].starts_with("```")) text += escaped(m_lines[m_at]) + '\n';
        tag("pre", text);
    }

    void list()
    {
        m_out += "<ul>\n";
        tag("li", inline_html(m_lines[m_at].substr(2)));
        while (next_starts_with("- ")) tag("li", inline_html(m_lines[++m_at].substr(2)));
        m_out += "</ul>\n";
    }

    void table()
    {
        const std::vector<std::string_view> head = cells_of(m_lines[m_at]);
        std::vector<bool> numbers;
        if (next_starts_with("|-") || next_starts_with("|:"))
            for (const std::string_view cell : cells_of(m_lines[++m_at])) numbers.push_back(cell.ends_with(':'));
        m_out += "<table>\n";
        row(head, numbers, "th");
        while (next_starts_with("|")) row(cells_of(m_lines[++m_at]), numbers, "td");
        m_out += "</table>\n";
    }

    void row(const std::vector<std::string_view> &cells, const std::vector<bool> &numbers, const std::string &name)
    {
        m_out += "<tr>";
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const bool number = i < numbers.size() && numbers[i];
            m_out += '<' + name + (number ? " class=\"number\">" : ">") + inline_html(cells[i]) + "</" + name + '>';
        }
        m_out += "</tr>\n";
    }

    std::vector<std::string_view> m_lines;
    std::size_t m_at = 0;
    std::string m_out;
};

} // namespace

std::string html_page(std::string_view markdown, std::string_view title)
{
    std::string out = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>";
    out += escaped(title) + "</title>\n<style>" + std::string(style) + "</style>\n</head>\n<body>\n";
    return out + Page(markdown).body() + "</body>\n</html>\n";
}

} // namespace plimsoll
