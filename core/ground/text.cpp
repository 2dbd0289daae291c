// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/text.h"

#include "core/ground/figures.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace plimsoll {

namespace {

constexpr std::string_view minus = "\u2212";

/// What stands behind a number with a blank between: "%", "GiB", "tokens".
bool is_unit(std::string_view word)
{
    constexpr std::array<std::string_view, 11> units{"%", "B", "KiB", "MiB", "GiB", "TiB", "KB", "MB", "GB", "TB", "tokens"};
    return std::ranges::find(units, word.substr(0, word.find_last_not_of(".,;:)") + 1)) != units.end();
}

/// The first word of a text, a number with its unit.
std::string_view first_word(std::string_view text)
{
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end == 0 || end == text.size() || text[end - 1] < '0' || text[end - 1] > '9') return text.substr(0, end);
    const std::size_t next = std::min(text.find(' ', end + 1), text.size());
    return text.substr(0, is_unit(text.substr(end + 1, next - end - 1)) ? next : end);
}

double as_gib(Bytes bytes) { return static_cast<double>(bytes) / static_cast<double>(gib); }

} // namespace

std::string grouped(Count number)
{
    const bool negative = number < 0;
    std::string digits = std::to_string(number).substr(negative ? 1 : 0);
    for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, 1, ',');
    return (negative ? std::string(minus) : std::string()) + digits;
}

std::string fixed(double value, int decimals)
{
    std::array<char, 64> buffer{};
    const auto [end, error] =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::abs(value), std::chars_format::fixed, decimals);
    if (error != std::errc{}) return "?";
    std::string out(buffer.data(), end);
    const bool zero = out.find_first_not_of("0.") == std::string::npos;
    if (value < 0 && !zero) out.insert(0, minus);
    return out;
}

int price_decimals(double usd)
{
    constexpr int cents = 2, most = 12;
    if (!(usd > 0 && usd < 0.0995)) return cents;
    const std::string text = fixed(usd, std::min(1 - static_cast<int>(std::floor(std::log10(usd))), most));
    return std::max(cents, static_cast<int>(text.find_last_not_of('0') - text.find('.')));
}

std::string dollars(double usd) { return '$' + fixed(usd, price_decimals(usd)); }

std::string gib_table(Bytes bytes) { return fixed(as_gib(bytes), 2); }

std::string gib_difference(Bytes bytes)
{
    std::string out = gib_table(bytes);
    if (bytes > 0 && out != "0.00") out.insert(0, 1, '+');
    return out;
}

std::string gib_brief(Bytes bytes) { return ByteFigures{}.brief(bytes); }

std::string percent(Bytes part, Bytes whole)
{
    if (whole <= 0) return "–";
    return fixed(100.0 * static_cast<double>(part) / static_cast<double>(whole), 1);
}

std::size_t columns(std::string_view text)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string left_aligned(std::string_view text, std::size_t width)
{
    std::string out(text);
    const std::size_t used = columns(text);
    if (used < width) out.append(width - used, ' ');
    return out;
}

std::string right_aligned(std::string_view text, std::size_t width)
{
    const std::size_t used = columns(text);
    std::string out(used < width ? width - used : 0, ' ');
    return out.append(text);
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width, std::size_t hang)
{
    std::vector<std::string> lines;
    std::string line(std::min(text.find_first_not_of(' '), text.size()), ' ');
    bool empty = true;
    while (!text.empty()) {
        const std::string_view word = first_word(text);
        text.remove_prefix(std::min(word.size() + 1, text.size()));
        if (word.empty()) continue;
        if (!empty && columns(line) + 1 + columns(word) > width) {
            lines.push_back(std::move(line));
            line.assign(hang, ' ');
            empty = true;
        }
        if (!empty) line += ' ';
        line.append(word);
        empty = false;
    }
    if (!empty) lines.push_back(std::move(line));
    return lines;
}

} // namespace plimsoll
