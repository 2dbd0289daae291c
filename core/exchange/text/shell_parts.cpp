// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/text/shell_parts.h"

#include <algorithm>
#include <cctype>

namespace plimsoll {

namespace {

bool is_assignable_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Behind blanks.
std::size_t next_from(std::string_view text, std::size_t at)
{
    while (at < text.size() && (text[at] == ' ' || text[at] == '\t' || text[at] == '\r')) ++at;
    return at;
}

} // namespace

bool goes_on_at(std::string_view text, std::size_t at)
{
    const std::size_t next = next_from(text, at + 1);
    if (next >= text.size()) return false;
    return text[next] == '\n' || (next > at + 1 && text[next] == '#' && text.find('\n', next) != text.npos);
}

bool option_behind(std::string_view text, std::size_t at)
{
    for (std::size_t next = next_from(text, at + 1); next < text.size(); next = next_from(text, text.find('\n', next) + 1)) {
        const std::string_view rest = text.substr(next);
        if (rest[0] != '#') {
            const std::size_t name = rest.find_first_not_of('-');
            return (name == 1 || name == 2) && std::isalpha(static_cast<unsigned char>(rest[name])) != 0;
        }
        if (text.find('\n', next) == text.npos) break;
    }
    return false;
}

std::optional<ShellParameter> shell_parameter(std::string_view inside)
{
    ShellParameter out;
    std::size_t end = 0;
    while (end < inside.size() && is_assignable_char(inside[end])) ++end;
    if (const std::string_view rest = inside.substr(end); rest == "[@]" || rest == "[*]") end = inside.size();
    out.name = inside.substr(0, end);
    if (out.name.empty() || end == inside.size()) return out.name.empty() ? std::nullopt : std::optional(out);
    const std::size_t length = inside[end] == ':' ? 2 : 1;
    if (inside.size() < end + length || std::string_view("-=+?").find(inside[end + length - 1]) == std::string_view::npos)
        return std::nullopt;
    out.sign = inside.substr(end, length);
    out.word = inside.substr(end + length);
    return out;
}

std::optional<ShellAssignment> shell_assignment(const ShellWord &word)
{
    const std::size_t equals = word.text.find('=');
    if (equals == std::string::npos || equals == 0 || std::isdigit(static_cast<unsigned char>(word.text[0])) != 0)
        return std::nullopt;
    const std::string_view name = std::string_view(word.text).substr(0, equals);
    const std::string_view plain = name.substr(0, name.size() - (name.ends_with('+') ? 1 : 0));
    if (plain.empty() || !std::ranges::all_of(plain, is_assignable_char)) return std::nullopt;
    ShellWord value = word;
    value.text = word.text.substr(equals + 1);
    return ShellAssignment{std::string(name), std::move(value)};
}

std::size_t placeholder_at(std::string_view text, std::size_t at)
{
    if (at + 1 >= text.size() || text[at] != '<' || std::isalpha(static_cast<unsigned char>(text[at + 1])) == 0) return 0;
    const std::size_t end = text.find_first_of("<>\n", at + 1);
    return end < text.size() && text[end] == '>' && text[end - 1] != ' ' ? end + 1 - at : 0;
}

} // namespace plimsoll
