// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/text/pasted_text.h"

#include "core/exchange/text/config_text.h"
#include "core/exchange/text/shell_quoting.h"
#include "core/exchange/text/text_lines.h"
#include "core/ground/ascii.h"

#include <algorithm>
#include <cctype>
#include <optional>

namespace plimsoll {

namespace {

using TextLines = std::vector<std::string>;

TextLines own_lines(std::string_view text)
{
    const std::vector<std::string_view> lines = lines_of(text);
    return {lines.begin(), lines.end()};
}

std::string joined(const TextLines &lines)
{
    std::string out;
    for (std::size_t i = 0; i < lines.size(); ++i) out += (i > 0 ? "\n" : "") + lines[i];
    return out;
}

bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

std::size_t indent_of(std::string_view line) { return std::min(line.find_first_not_of(" \t"), line.size()); }

/// The first line that says something; its place, or how many lines there are.
std::size_t first_of(const TextLines &lines)
{
    for (std::size_t i = 0; i < lines.size(); ++i)
        if (const std::string_view line = trimmed(lines[i]); !line.empty() && line.front() != '#') return i;
    return lines.size();
}

bool goes_on(std::string_view line)
{
    line = trimmed(line);
    return line.ends_with('\\') || line.ends_with(" ^") || line.ends_with(" `");
}

/// What a notebook does with a cell ("%%bash", "%pip …") and what it has the shell do ("!vllm …"): the first is no part of it, nor is
/// the second beside Python.
void leave_out_magic(TextLines &lines)
{
    const auto is_magic = [](std::string_view line) {
        return line.size() > 1 && line[0] == '%' && (is_letter(line[1]) || line[1] == '%');
    };
    const auto is_shell = [](std::string_view line) { return line.size() > 1 && line[0] == '!' && is_letter(line[1]); };
    bool python = false, open = false;
    for (const std::string &line : lines) {
        const std::string_view text = trimmed(line);
        const bool other = open || text.empty() || text[0] == '#' || is_magic(text) || is_shell(text);
        open = goes_on(text) && (open || is_shell(text));
        if (other) continue;
        python = config_form_of(text) == ConfigForm::call;
        break;
    }
    open = false;
    for (std::string &line : lines) {
        const bool shell = is_shell(trimmed(line)) || (open && python);
        open = shell && goes_on(line);
        if (is_magic(trimmed(line)) || (shell && python))
            line.clear();
        else if (shell)
            line.erase(line.find('!'), 1);
    }
}

/// "> " before every line.
void leave_out_quote(TextLines &lines)
{
    const auto quoted = [](const std::string &line) { return trimmed(line).empty() || line.starts_with('>'); };
    const auto python = [](const std::string &line) { return line.starts_with(">>>"); };
    if (!std::ranges::all_of(lines, quoted) || std::ranges::any_of(lines, python)) return;
    for (std::string &line : lines)
        if (!line.empty()) line.erase(0, line.starts_with("> ") ? 2 : 1);
}

enum class Prompt : std::uint8_t { none, shell, python };
struct Found {
    Prompt kind = Prompt::none;
    std::size_t length = 0;
};

/// To behind this, if it stands within the first characters of a line.
std::size_t behind(std::string_view line, std::string_view end)
{
    constexpr std::size_t widest = 100;
    const std::size_t at = line.substr(0, widest).find(end);
    return at == std::string_view::npos ? 0 : at + end.size();
}

/// "user@host:~$ ", "[user@host dir]# "
std::size_t of_host(std::string_view line)
{
    const std::size_t at = line.find('@');
    if (at == 0 || at > line.find(' ') + (line.starts_with('[') ? 64 : 0)) return 0;
    std::size_t out = 0;
    for (const std::string_view end : {"$ ", "# ", "% "})
        if (const std::size_t found = behind(line, end); found > at && (out == 0 || found < out)) out = found;
    return out;
}

Found prompt_of(std::string_view line)
{
    const std::size_t indent = indent_of(line);
    line.remove_prefix(indent);
    if (line.starts_with(">>> ")) return {Prompt::python, indent + 4};
    if (line.starts_with("In [") && behind(line, "]: ") > 0) return {Prompt::python, indent + behind(line, "]: ")};
    std::size_t environment = 0; // "(name) "
    if (line.starts_with('(') && line.find(") ") < line.find(' ') + 1) environment = line.find(") ") + 2;
    const std::string_view rest = line.substr(environment);
    for (const std::string_view sign : {"$ ", "% ", "> ", "❯ ", "➜ "})
        if (rest.starts_with(sign)) return {Prompt::shell, indent + environment + sign.size()};
    const bool windows = rest.starts_with("PS ") || (rest.size() > 2 && is_letter(rest[0]) && rest.substr(1, 2) == ":\\");
    const std::size_t end = windows ? behind(rest, ">") : of_host(rest);
    if (end == 0 || (windows && is_blank(rest[end - 2]))) return {}; // "C:\program > file"
    return {Prompt::shell, indent + environment + end};
}

/// What a shell or Python writes before a line that goes on; nothing, or its length.
std::size_t second_prompt(std::string_view line, Prompt kind)
{
    const std::string_view text = trimmed(line);
    for (const std::string_view sign : {">> ", "> ", "... ", "...: "}) {
        const bool python = sign.starts_with('.');
        if (python == (kind == Prompt::python) && text.starts_with(sign)) return indent_of(line) + sign.size();
    }
    if (kind == Prompt::python && (text == "..." || text == "...:")) return line.size();
    return 0;
}

/// What stands behind prompts, where the first line has one; what Python printed is left out.
void leave_out_prompts(TextLines &lines)
{
    const std::size_t first = first_of(lines);
    const Found found = first < lines.size() ? prompt_of(lines[first]) : Found{};
    if (found.kind == Prompt::none) return;
    bool open = false; // the line before goes on
    for (std::size_t i = first; i < lines.size(); ++i) {
        std::string &line = lines[i];
        const Found own = prompt_of(line);
        const std::size_t more = own.kind == Prompt::none || open ? second_prompt(line, found.kind) : 0;
        if (more > 0 && (open || found.kind == Prompt::python))
            line.erase(0, more);
        else if (own.kind == found.kind)
            line.erase(0, own.length);
        else if (found.kind == Prompt::python)
            line.clear();
        open = goes_on(line);
    }
}

/// Marks of a fence: three or more of one sign at the beginning of a line; none: 0.
std::size_t fence_of(std::string_view line, char sign)
{
    line.remove_prefix(indent_of(line));
    std::size_t out = 0;
    while (out < line.size() && line[out] == sign) ++out;
    return out >= 3 && (sign == '~' || line.find('`', out) == std::string_view::npos) ? out : 0;
}

/// Whether fences in this text are its own, not a part of what a configuration or a script holds.
bool is_page(const TextLines &lines, std::size_t fence)
{
    const std::size_t first = first_of(lines);
    if (first >= fence) return true;
    for (std::size_t i = 0; i < fence; ++i)
        for (const std::string_view opens : {"<<", "\"\"\"", "'''"})
            if (lines[i].find(opens) != std::string::npos) return false;
    const ConfigForm form = config_form_of(lines[first]);
    if (form == ConfigForm::command) return true;
    return form == ConfigForm::yaml && trimmed(lines[first]).ends_with(':') && indent_of(lines[fence]) == 0;
}

/// Each fenced block, up to a number that no page has, behind as many empty lines as stand before it.
std::vector<TextLines> blocks_of(const TextLines &lines)
{
    constexpr std::size_t most = 16;
    std::vector<TextLines> out;
    for (std::size_t i = 0; i < lines.size() && out.size() < most; ++i) {
        const char sign = fence_of(lines[i], '`') > 0 ? '`' : '~';
        const std::size_t marks = fence_of(lines[i], sign), indent = indent_of(lines[i]);
        if (marks == 0) continue;
        if (out.empty() && !is_page(lines, i)) return {};
        TextLines block(i + 1);
        for (++i; i < lines.size(); ++i) {
            const std::size_t end = fence_of(lines[i], sign);
            if (end >= marks && trimmed(lines[i]).size() == end) break;
            block.push_back(lines[i].substr(std::min(indent, indent_of(lines[i]))));
        }
        out.push_back(std::move(block));
    }
    return out;
}

/// "`command`" alone on its line.
void leave_out_code_signs(TextLines &lines)
{
    const std::size_t first = first_of(lines);
    if (first >= lines.size()) return;
    const std::string_view line = trimmed(lines[first]);
    if (line.size() < 3 || line[0] != '`' || line.find('`', 1) != line.size() - 1) return;
    lines[first] = std::string(line.substr(1, line.size() - 2));
}

void replace_all(std::string &text, std::string_view from, std::string_view to)
{
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

/// Dashes of a text processor before a name, its quotes around a word, blanks that do not break.
void straighten(std::string &line)
{
    for (const std::string_view blank : {"\u00A0", "\u202F", "\u2007"}) replace_all(line, blank, " ");
    replace_all(line, "\u200B", "");
    for (const std::string_view dash : {"\u2013", "\u2014"})
        for (std::size_t at = line.find(dash); at != std::string::npos; at = line.find(dash, at + 1)) {
            const std::size_t next = at + dash.size();
            if ((at > 0 && !is_blank(line[at - 1])) || next >= line.size() || !is_letter(line[next])) continue;
            const bool letter = next + 1 >= line.size() || is_blank(line[next + 1]);
            line.replace(at, dash.size(), letter ? "-" : "--");
        }
    struct Quote {
        std::string_view sign, plain;
        bool opens;
    };
    for (const Quote &quote :
         {Quote{"\u2018", "'", true}, Quote{"\u201C", "\"", true}, Quote{"\u2019", "'", false}, Quote{"\u201D", "\"", false}})
        for (std::size_t at = line.find(quote.sign); at != std::string::npos; at = line.find(quote.sign, at + 1)) {
            const std::size_t next = at + quote.sign.size();
            const bool edge = quote.opens ? at == 0 || is_blank(line[at - 1]) || line[at - 1] == '='
                                          : next >= line.size() || is_blank(line[next]);
            if (edge) line.replace(at, quote.sign.size(), quote.plain);
        }
}

/// Behind a name that begins at `at`.
std::size_t name_end(std::string_view line, std::size_t at)
{
    while (at < line.size() && (std::isalnum(static_cast<unsigned char>(line[at])) != 0 || line[at] == '_')) ++at;
    return at;
}

/// "$env:NAME = word" and "$name = word" of PowerShell.
void name_variables(std::string &line)
{
    constexpr std::string_view sign = "$env:";
    for (std::size_t at = line.find(sign); at != std::string::npos; at = line.find(sign, at + 1)) {
        const std::size_t end = name_end(line, at + sign.size());
        std::size_t next = line.find_first_not_of(' ', end);
        if (next == std::string::npos || line[next] != '=') continue;
        next = std::min(line.find_first_not_of(' ', next + 1), line.size());
        line = line.substr(0, at) + "export " + line.substr(at + sign.size(), end - at - sign.size()) + '=' + line.substr(next);
    }
    const std::size_t begin = indent_of(line), end = begin < line.size() && line[begin] == '$' ? name_end(line, begin + 1) : 0;
    const std::size_t equals = end > begin + 1 ? line.find_first_not_of(' ', end) : std::string::npos;
    if (equals == std::string::npos || line[equals] != '=') return;
    line = line.substr(begin + 1, end - begin - 1) + '=' + std::string(trimmed(std::string_view(line).substr(equals + 1)));
}

/// "set NAME=some words" and "%NAME%" of cmd.
void name_variables_of_cmd(std::string &line)
{
    const std::string_view words = trimmed(line);
    const bool sets = words.starts_with("set ") || words.starts_with("SET ");
    const std::size_t equals = words.find('=');
    if (sets && equals != std::string_view::npos && words.find('"') == std::string_view::npos)
        line = "set " + std::string(trimmed(words.substr(4, equals - 3))) + quoted_word(trimmed(words.substr(equals + 1)));
    for (std::size_t at = line.find('%'); at != std::string::npos; at = line.find('%', at + 1)) {
        const std::size_t end = name_end(line, at + 1);
        if (end > at + 1 && end < line.size() && line[end] == '%')
            line.replace(at, end + 1 - at, "${" + line.substr(at + 1, end - at - 1) + '}');
    }
}

/// The sign at the ends of lines that go on, where a text has no backslash there: of cmd or of PowerShell.
std::optional<char> own_continuation(const TextLines &lines)
{
    std::optional<char> out;
    for (const std::string &line : lines) {
        const std::string_view text = trimmed(line);
        if (text.ends_with('\\')) return std::nullopt;
        for (const char sign : {'^', '`'})
            if (text.size() > 1 && text.back() == sign && is_blank(text[text.size() - 2])) out = sign;
    }
    return out;
}

bool has_windows_path(std::string_view line)
{
    for (std::size_t at = line.find('\\'); at != std::string_view::npos; at = line.find('\\', at + 1)) {
        const bool drive = at > 1 && line[at - 1] == ':' && is_letter(line[at - 2]) && (at == 2 || !is_letter(line[at - 3]));
        const bool here = at > 0 && line[at - 1] == '.' && (at == 1 || is_blank(line[at - 2])) && at + 1 < line.size();
        if (drive || (here && is_letter(line[at + 1]))) return true;
    }
    return false;
}

} // namespace

std::vector<std::string> readings_of_paste(std::string_view text)
{
    TextLines lines = own_lines(text);
    leave_out_quote(lines);
    std::vector<TextLines> readings = blocks_of(lines);
    readings.push_back(std::move(lines));
    std::vector<std::string> out;
    for (TextLines &reading : readings) {
        leave_out_magic(reading);
        leave_out_code_signs(reading);
        leave_out_prompts(reading);
        out.push_back(joined(reading));
    }
    return out;
}

std::vector<std::string> below_sentences(std::string_view text)
{
    constexpr std::size_t most = 5;
    TextLines lines = own_lines(text);
    std::vector<std::string> out;
    while (out.size() < most) {
        const std::size_t first = first_of(lines);
        if (first >= lines.size()) return out;
        const ConfigForm form = config_form_of(lines[first]);
        const bool heading = form == ConfigForm::yaml && trimmed(lines[first]).ends_with(':');
        if (!heading && form != ConfigForm::command) return out;
        const std::size_t indent = indent_of(lines[first]);
        lines[first].clear();
        const std::size_t next = first_of(lines);
        if (next >= lines.size() || indent_of(lines[next]) > indent) return out; // what the heading is the key of
        out.push_back(joined(lines));
    }
    return out;
}

int line_with_processed_signs(std::string_view text)
{
    int number = 0;
    for (std::string line : own_lines(text)) {
        ++number;
        for (const std::string_view blank : {"\u00A0", "\u202F", "\u2007"}) replace_all(line, blank, " ");
        replace_all(line, "\u200B", "");
        const std::string before = line;
        straighten(line);
        if (line != before && !trimmed(line).starts_with('#')) return number;
    }
    return 0;
}

std::string plain_command(std::string_view text)
{
    TextLines lines = own_lines(text);
    const std::optional<char> sign = own_continuation(lines);
    const bool windows = sign.has_value() || std::ranges::any_of(lines, [](const std::string &line) {
                             return has_windows_path(line) || line.find(".exe ") != std::string::npos;
                         });
    const bool cmd = std::ranges::any_of(lines, [](const std::string &line) {
        const std::string_view words = trimmed(line);
        return (words.starts_with("set ") || words.starts_with("SET ")) && words.find('=') != std::string_view::npos;
    });
    for (std::string &line : lines) {
        constexpr std::string_view unit = "ExecStart="; // of systemd
        if (line.starts_with(unit)) line.erase(0, unit.size());
        straighten(line);
        name_variables(line);
        if (cmd) name_variables_of_cmd(line);
        if (!windows) continue;
        for (std::size_t at = line.find('\\'); at != std::string::npos; at = line.find('\\', at + 1))
            if (at + 1 < line.size() && line[at + 1] != '"') line[at] = '/';
        const std::size_t last = line.find_last_not_of(" \t");
        if (sign && last != std::string::npos && line[last] == *sign && last > 0 && is_blank(line[last - 1])) line[last] = '\\';
    }
    return joined(lines);
}

} // namespace plimsoll
