// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/typed_number.h"

#include "core/ground/ascii.h"

#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace plimsoll {
namespace {

constexpr double largest_count = 9.2e18;

struct Scale {
    std::string_view name;
    double factor;
};
constexpr std::array<Scale, 10> scales{{{"", 1},
                                        {"k", 1e3},
                                        {"m", 1e6},
                                        {"g", 1e9},
                                        {"b", 1e9},
                                        {"t", 1e12},
                                        {"ki", 1024},
                                        {"mi", 1048576.0},
                                        {"gi", 1073741824.0},
                                        {"ti", 1099511627776.0}}};

/// Blanks and signs that stand between groups everywhere become one sign, and the minus of typesetters the keyboard's.
std::string in_plain_signs(std::string_view text)
{
    constexpr std::array<std::pair<std::string_view, char>, 9> same{{{"\u00a0", ' '},
                                                                     {"\u202f", ' '},
                                                                     {"\u2009", ' '},
                                                                     {"\u2019", '\''},
                                                                     {"\u2212", '-'},
                                                                     {"\uff0c", ','},
                                                                     {"\uff0e", '.'},
                                                                     {"\u066b", ','},
                                                                     {"\t", ' '}}};
    std::string out(trimmed(text));
    for (const auto &[from, to] : same)
        for (std::size_t at = out.find(from); at != std::string::npos; at = out.find(from, at))
            out.replace(at, from.size(), 1, to);
    for (char &c : out)
        if (c == '_') c = '\'';
    return std::string(trimmed(out));
}

/// The parts of a number: its digits with what stands between, an exponent, a unit.
struct Parts {
    bool negative = false;
    std::string_view digits, exponent, unit;
};

std::optional<Parts> parts_of(std::string_view text)
{
    Parts out;
    if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
        out.negative = text.front() == '-';
        text.remove_prefix(1);
    }
    std::size_t end = text.find_first_not_of("0123456789., '");
    if (end == std::string_view::npos) end = text.size();
    out.digits = trimmed(text.substr(0, end));
    std::string_view rest = text.substr(end);
    if (rest.size() > 1 && lower(rest.front()) == 'e' && end == out.digits.size()) {
        std::size_t last = rest.find_first_not_of("+-0123456789", 1);
        if (last == std::string_view::npos) last = rest.size();
        out.exponent = rest.substr(1, last - 1);
        rest = rest.substr(last);
    }
    out.unit = trimmed(rest);
    if (out.digits.empty() || !(is_digit(out.digits.back()) || out.digits.back() == '.' || out.digits.back() == ','))
        return std::nullopt;
    return out;
}

/// Whether groups of three stand between signs of this kind: "1'024'000".
bool grouped_by(std::string_view digits, char sign)
{
    const std::size_t first = digits.find(sign);
    if (first == 0 || first > 3) return false;
    for (std::size_t at = first; at != std::string_view::npos;) {
        const std::size_t next = digits.find(sign, at + 1);
        const std::size_t end = next == std::string_view::npos ? digits.size() : next;
        if (end - at != 4) return false;
        at = next;
    }
    return true;
}

std::string without(std::string_view text, char sign)
{
    std::string out(text);
    std::erase(out, sign);
    return out;
}

/// The digits with a point, if any, and without groups; nothing where the signs make no sense together. `means_group`: what a single
/// sign with three digits behind it is.
template <class MeansGroup>
std::optional<std::string> plain_digits(std::string_view digits, MeansGroup means_group)
{
    std::string text(digits);
    for (const char sign : {' ', '\''}) {
        if (text.find(sign) == std::string::npos) continue;
        const std::size_t whole = text.find_first_of(".,");
        const std::string head = text.substr(0, whole), tail = whole == std::string::npos ? std::string() : text.substr(whole);
        if (!grouped_by(head, sign) || tail.find(sign) != std::string::npos) return std::nullopt;
        text = without(text, sign);
    }
    const std::size_t last = text.find_last_of(".,");
    if (last == std::string::npos) return text;
    const char sign = text[last], other = sign == '.' ? ',' : '.';
    const std::string head = text.substr(0, last);
    const bool several = head.find(sign) != std::string::npos;
    if (several)
        return head.find(other) == std::string::npos && grouped_by(text, sign) ? std::optional(without(text, sign))
                                                                               : std::nullopt;
    if (head.find(other) != std::string::npos) {
        if (!grouped_by(head, other)) return std::nullopt;
        return without(head, other) + '.' + text.substr(last + 1);
    }
    if (grouped_by(text, sign) && head != "0" && means_group(sign)) return without(text, sign);
    return head + '.' + text.substr(last + 1);
}

std::optional<double> value_of(const Parts &parts, const std::string &digits)
{
    std::string written = digits.starts_with('.') ? '0' + digits : digits;
    if (written.ends_with('.')) written.pop_back();
    if (!parts.exponent.empty()) {
        const std::string_view exponent = parts.exponent.starts_with('+') ? parts.exponent.substr(1) : parts.exponent;
        written += 'e' + std::string(exponent);
    }
    double value = 0;
    const char *const end = written.data() + written.size();
    const auto [rest, error] = std::from_chars(written.data(), end, value);
    if (error != std::errc{} || rest != end || !std::isfinite(value)) return std::nullopt;
    const std::string unit = lower(parts.unit);
    for (const Scale &scale : scales)
        if (scale.name == unit) return (parts.negative ? -value : value) * scale.factor;
    return std::nullopt;
}

} // namespace

std::optional<Count> typed_count(std::string_view text)
{
    const std::string plain = in_plain_signs(text);
    const auto parts = parts_of(plain);
    if (!parts) return std::nullopt;
    const bool scaled = !parts->unit.empty() || !parts->exponent.empty();
    const auto digits = plain_digits(parts->digits, [scaled](char) { return !scaled; });
    const auto value = digits ? value_of(*parts, *digits) : std::nullopt;
    if (!value || std::abs(*value) > largest_count) return std::nullopt;
    const double whole = std::round(*value);
    if (std::abs(whole - *value) > 1e-6 * std::max(1.0, std::abs(whole) * 1e-9)) return std::nullopt;
    return static_cast<Count>(whole);
}

std::optional<double> typed_real(std::string_view text, const TypedStyle &style)
{
    const std::string plain = in_plain_signs(text);
    const auto parts = parts_of(plain);
    if (!parts) return std::nullopt;
    const auto digits = plain_digits(parts->digits, [&](char sign) { return sign == style.group && sign != style.decimal; });
    return digits ? value_of(*parts, *digits) : std::nullopt;
}

std::optional<std::string> with_point(std::string_view text, bool comma_groups)
{
    const std::string plain = in_plain_signs(text);
    const auto parts = parts_of(plain);
    if (!parts) return std::nullopt;
    const auto digits = plain_digits(parts->digits, [comma_groups](char sign) { return comma_groups && sign == ','; });
    if (!digits) return std::nullopt;
    std::string out = (parts->negative ? "-" : "") + *digits;
    if (!parts->exponent.empty()) out.append("e").append(parts->exponent);
    return out + lower(parts->unit);
}

bool has_scale(std::string_view text)
{
    const std::string plain = in_plain_signs(text);
    const auto parts = parts_of(plain);
    return parts && (!parts->unit.empty() || !parts->exponent.empty());
}

} // namespace plimsoll
