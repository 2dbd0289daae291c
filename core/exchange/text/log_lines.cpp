// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/text/log_lines.h"
#include "core/ground/ascii.h"

#include "core/exchange/text/text_lines.h"

#include <algorithm>
#include <cctype>

namespace plimsoll {

namespace {

bool is_logger_name_char(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.' || c == '/';
}

/// "ESC [ … m" and its like.
std::string without_colours(std::string_view line)
{
    std::string out;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] != '\x1b') {
            out += line[i];
            continue;
        }
        if (i + 1 >= line.size() || line[i + 1] != '[') continue;
        i += 2;
        while (i < line.size() && std::isalpha(static_cast<unsigned char>(line[i])) == 0) ++i;
    }
    return out;
}

/// "vllm-1  | "
std::size_t of_compose(std::string_view line)
{
    std::size_t end = 0;
    while (end < line.size() && is_logger_name_char(line[end])) ++end;
    if (end == 0) return 0;
    while (end < line.size() && line[end] == ' ') ++end;
    return end < line.size() && line[end] == '|' && line[end - 1] == ' ' ? std::min(end + 2, line.size()) : 0;
}

/// "Nov 12 10:00:00 host unit[123]: "
std::size_t of_journal(std::string_view line)
{
    if (line.size() < 16 || std::isalpha(static_cast<unsigned char>(line[0])) == 0 || line[3] != ' ') return 0;
    const bool time = is_digit(line[7]) && is_digit(line[8]) && line[9] == ':' && line[12] == ':' && line[15] == ' ';
    const std::size_t end = time ? line.find(": ", 15) : std::string_view::npos;
    constexpr std::size_t widest = 120;
    return end < widest ? end + 2 : 0;
}

/// "2025-11-12T10:00:00.123Z ", "2025-11-12 10:00:00.123 | "
std::size_t of_time(std::string_view line)
{
    constexpr std::string_view shape = "dddd-dd-dd";
    if (line.size() < 20) return 0;
    for (std::size_t i = 0; i < shape.size(); ++i)
        if (shape[i] == 'd' ? !is_digit(line[i]) : line[i] != '-') return 0;
    if (!is_digit(line[11]) || line[13] != ':') return 0;
    std::size_t end = 11;
    while (end < line.size() && (is_digit(line[end]) || std::string_view(":.,Z+-").find(line[end]) != std::string_view::npos))
        ++end;
    while (end < line.size() && (line[end] == ' ' || line[end] == '|')) ++end;
    return end;
}

/// "(APIServer pid=12) ", "[rank0]: ", "[pod/name/container] "
std::size_t of_process(std::string_view line)
{
    const std::size_t round = line.starts_with('(') ? line.find(") ") : std::string_view::npos;
    if (round != std::string_view::npos && line.substr(0, round).find("pid=") != std::string_view::npos) return round + 2;
    for (const std::string_view begins : {"[rank", "[pod/"})
        if (const std::size_t end = line.find("] "), colon = line.find("]: "); line.starts_with(begins)) {
            if (colon != std::string_view::npos) return colon + 3;
            if (end != std::string_view::npos) return end + 2;
        }
    return 0;
}

} // namespace

std::string without_log_prefixes(std::string_view log)
{
    std::string out;
    bool first = true;
    for (const std::string_view line : lines_of(log)) {
        const std::string plain = without_colours(line);
        std::string_view rest = plain;
        constexpr int most = 6; // one inside of the other
        for (int i = 0; i < most; ++i) {
            std::size_t length = of_time(rest);
            for (const auto prefix : {of_compose, of_journal, of_process})
                if (length == 0) length = prefix(rest);
            if (length == 0) break;
            rest.remove_prefix(std::min(length, rest.size()));
        }
        if (!first) out += '\n';
        out += rest;
        first = false;
    }
    return out;
}

std::optional<std::string_view> bracketed(std::string_view text, std::size_t at)
{
    std::string open;
    for (std::size_t i = at; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"' || c == '\'') {
            for (++i; i < text.size() && text[i] != c; ++i)
                if (text[i] == '\\') ++i;
            if (i >= text.size()) return std::nullopt;
        } else if (c == '(' || c == '[' || c == '{') {
            open += c == '(' ? ')' : c == '[' ? ']' : '}';
        } else if (c == ')' || c == ']' || c == '}') {
            if (open.empty() || open.back() != c) return std::nullopt;
            open.pop_back();
            if (open.empty()) return text.substr(at, i + 1 - at);
        }
    }
    return std::nullopt;
}

int line_at(std::string_view text, std::size_t at)
{
    return 1 + static_cast<int>(std::ranges::count(text.substr(0, std::min(at, text.size())), '\n'));
}

} // namespace plimsoll
