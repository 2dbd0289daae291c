// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/writers.h"

#include <cctype>

namespace plimsoll::report {

namespace {

constexpr std::string_view style =
    "body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:64rem;padding:0 1rem;color:#1b1f24;background:#fff}"
    "table{border-collapse:collapse;margin:1rem 0;display:block;overflow-x:auto}"
    "th,td{border:1px solid #c8ced6;padding:.3rem .6rem;text-align:left;vertical-align:top}"
    ".number{text-align:right;font-variant-numeric:tabular-nums}"
    "pre{background:#f2f4f7;padding:.8rem;overflow-x:auto}"
    "@media (prefers-color-scheme:dark){body{color:#e6e9ed;background:#16191d}"
    "th,td{border-color:#3a424c}pre{background:#22272e}}";

/// Text, and never markup. Line breaks are spaces.
std::string escaped(std::string_view text, bool keeps_lines = false)
{
    std::string out;
    for (const char c : text) switch (c) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        case '\n':
        case '\r': out += keeps_lines ? c : ' '; break;
        default:
            if (static_cast<unsigned char>(c) < ' ' && c != '\t')
                out += "\uFFFD"; // HTML has no such signs
            else
                out += c;
        }
    return out;
}

/// A file's name as a relative address.
std::string address(std::string_view name)
{
    constexpr std::string_view plain = "-._~";
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string out;
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte < 0x80 && std::isalnum(byte) != 0) || plain.find(c) != std::string_view::npos)
            out += c;
        else
            out.append("%").append(1, digits[byte >> 4]).append(1, digits[byte & 15]);
    }
    return out;
}

std::string write_html_marked(const TextRun &words)
{
    return words.strong ? "<strong>" + escaped(words.text) + "</strong>" : escaped(words.text);
}

std::string element(const std::string &name, const std::string &inner) { return '<' + name + '>' + inner + "</" + name + ">\n"; }

/// Each kind of block; those without a form here are left out.
struct Html {
    std::string operator()(const Heading &heading) const
    {
        return element('h' + std::to_string(heading.level), escaped(heading.text));
    }

    std::string operator()(const Paragraph &paragraph) const
    {
        std::string inner;
        for (const TextRun &part : paragraph.parts) inner.append(inner.empty() ? "" : " ").append(write_html_marked(part));
        return element("p", inner);
    }

    std::string operator()(const Table &table) const
    {
        std::vector<TextRun> head;
        for (const Column &column : table.columns) head.push_back({column.title});
        std::string out = "<table>\n" + row(table, head, "th");
        for (const std::vector<TextRun> &cells : table.rows) out += row(table, cells, "td");
        return out + "</table>\n";
    }

    std::string operator()(const FoldedList &list) const
    {
        std::string out = "<details>" + element("summary", escaped(list.title)) + "<ul>\n";
        for (const std::string &item : list.items) out += element("li", escaped(item));
        return out + "</ul>\n</details>\n";
    }

    std::string operator()(const Code &code) const { return element("pre", escaped(code.text + '\n', true)); }

    std::string operator()(const Picture &picture) const { return picture_element(picture); }
    std::string operator()(const Sheet &) const { return {}; }
    std::string operator()(const Record &) const { return {}; }

private:
    static std::string row(const Table &table, const std::vector<TextRun> &cells, const std::string &name)
    {
        std::string out = "<tr>";
        for (std::size_t i = 0; i < cells.size(); ++i)
            out += '<' + name + (table.columns[i].figures ? " class=\"number\">" : ">") + write_html_marked(cells[i]) + "</" +
                   name + '>';
        return out + "</tr>\n";
    }
};

} // namespace

std::string picture_element(const Picture &picture)
{
    return "<picture>\n<source media=\"(prefers-color-scheme: dark)\" srcset=\"" + address(picture.dark) + "\">\n<img src=\"" +
           address(picture.light) + "\" alt=\"" + escaped(picture.text) + "\">\n</picture>\n";
}

Result<std::string> write_html(const Document &document)
{
    std::string out = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>";
    out += escaped(document.title) + "</title>\n<style>" + std::string(style) + "</style>\n</head>\n<body>\n";
    for (const Block &block : document.blocks) out += std::visit(Html(), block);
    return out + "</body>\n</html>\n";
}

} // namespace plimsoll::report
