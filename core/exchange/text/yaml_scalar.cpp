// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/text/yaml_scalar.h"
#include "core/ground/ascii.h"

#include <charconv>
#include <cstdint>

namespace plimsoll {

namespace {

/// One of the words in small letters, with a capital, or all in capitals.
bool is_word(std::string_view text, std::string_view small)
{
    if (text.size() != small.size()) return false;
    std::string capital(small), large(small);
    capital[0] = static_cast<char>(capital[0] - 32);
    for (char &c : large) c = static_cast<char>(c - 32);
    return text == small || text == capital || text == large;
}

std::string without_underscores(std::string_view text)
{
    std::string out;
    for (const char c : text)
        if (c != '_') out += c;
    return out;
}

/// [-+]?(0b… | 0… | 0 | [1-9]… | 0x…); a number that 64 bits do not hold stays a text.
bool read_integer(std::string_view text, std::int64_t &value)
{
    std::string digits = without_underscores(text);
    const bool minus = digits.starts_with('-');
    if (minus || digits.starts_with('+')) digits.erase(0, 1);
    int base = 10;
    if (digits.starts_with("0x"))
        base = 16;
    else if (digits.starts_with("0b"))
        base = 2;
    else if (digits.size() > 1 && digits[0] == '0')
        base = 8;
    if (base == 16 || base == 2) digits.erase(0, 2);
    if (digits.empty()) return false;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    if (error != std::errc{} || end != digits.data() + digits.size()) return false;
    if (minus) value = -value;
    return true;
}

/// [-+]?[0-9]+\.[0-9]*([eE][-+][0-9]+)? and [-+]?\.[0-9]+(…)?
bool read_real(std::string_view text, double &value)
{
    const std::string plain = without_underscores(text);
    std::string_view rest = plain;
    if (rest.starts_with('-') || rest.starts_with('+')) rest.remove_prefix(1);
    std::size_t i = 0;
    while (i < rest.size() && is_digit(rest[i])) ++i;
    const std::size_t whole = i;
    if (i >= rest.size() || rest[i] != '.') return false;
    const std::size_t point = i++;
    while (i < rest.size() && is_digit(rest[i])) ++i;
    if (whole == 0 && i == point + 1) return false;
    if (i < rest.size() && (rest[i] == 'e' || rest[i] == 'E')) {
        ++i;
        if (i >= rest.size() || (rest[i] != '-' && rest[i] != '+')) return false;
        const std::size_t exponent = ++i;
        while (i < rest.size() && is_digit(rest[i])) ++i;
        if (i == exponent) return false;
    }
    if (i != rest.size()) return false;
    const char *const first = plain.data() + (plain[0] == '+' ? 1 : 0);
    return std::from_chars(first, plain.data() + plain.size(), value).ec == std::errc{};
}

} // namespace

nlohmann::ordered_json yaml_scalar(std::string_view text)
{
    if (text.empty() || text == "~" || is_word(text, "null")) return nullptr;
    for (const std::string_view word : {"yes", "true", "on"})
        if (is_word(text, word)) return true;
    for (const std::string_view word : {"no", "false", "off"})
        if (is_word(text, word)) return false;
    if (std::int64_t whole = 0; read_integer(text, whole)) return whole;
    if (double real = 0; read_real(text, real)) return real;
    std::string_view sign = text;
    if (sign.starts_with('-') || sign.starts_with('+')) sign.remove_prefix(1);
    if (sign == ".inf" || sign == ".Inf" || sign == ".INF") return text.starts_with('-') ? -1e308 : 1e308;
    return std::string(text);
}

nlohmann::ordered_json yaml_tagged(const std::string &text, std::string_view tag)
{
    constexpr std::string_view own = "tag:yaml.org,2002:";
    if (!tag.starts_with(own) || tag.ends_with(":str")) return text;
    return yaml_scalar(text);
}

} // namespace plimsoll
