// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cards/typed_card.h"

#include "core/ground/ascii.h"
#include "core/ground/typed_number.h"
#include "core/plan/counted_card.h"

#include <array>
#include <charconv>
#include <utility>

namespace plimsoll {
namespace {

constexpr double largest_size = 100'000; // GB: beyond every machine

struct SizeUnit {
    std::string_view name;
    double gigabytes;
    bool binary;
};
constexpr std::array<SizeUnit, 14> size_units{{{"gibibytes", 1, true},
                                               {"gigabytes", 1, false},
                                               {"gbytes", 1, false},
                                               {"gib", 1, true},
                                               {"gb", 1, false},
                                               {"gi", 1, true},
                                               {"go", 1, false}, // French
                                               {"g", 1, false},
                                               {"tib", 1024, true},
                                               {"tb", 1024, false},
                                               {"mib", 1.0 / 1024, true},
                                               {"mb", 1.0 / 1024, false},
                                               {"vram", 1, false},
                                               {"", 1, false}}};

/// A size alone; decimals with point or comma.
std::optional<TypedCard> size_in(std::string_view text)
{
    std::string low = lower(trimmed(text));
    for (const std::string_view word : {"vram", "ram", "memory"}) // "16 GB VRAM"
        if (low.ends_with(word) && low.size() > word.size()) low = std::string(trimmed(low.substr(0, low.size() - word.size())));
    for (const SizeUnit &unit : size_units) {
        if (!low.ends_with(unit.name)) continue;
        const std::string_view figure = trimmed(std::string_view(low).substr(0, low.size() - unit.name.size()));
        if (figure.empty() || has_scale(figure)) continue;
        const auto size = typed_real(figure);
        if (!size || *size <= 0 || *size * unit.gigabytes > largest_size) continue;
        TypedCard out;
        out.size = *size * unit.gigabytes;
        out.gibibytes = unit.binary;
        return out;
    }
    return std::nullopt;
}

/// Where a sign for "times" begins in `text`, and how long it is; nothing where there is none at its beginning.
std::size_t times_at_front(std::string_view text)
{
    if (text.starts_with("×")) return std::string_view("×").size();
    return !text.empty() && (text.front() == 'x' || text.front() == 'X' || text.front() == '*') ? 1 : 0;
}

std::optional<int> small_count(std::string_view digits)
{
    int count = 0;
    const char *const end = digits.data() + digits.size();
    const auto [rest, error] = std::from_chars(digits.data(), end, count);
    return error == std::errc{} && rest == end && count >= 1 && count <= most_leading ? std::optional(count) : std::nullopt;
}

using Counted = std::pair<int, std::string_view>;

/// "8x A100", "2x3090", "8 A100"; a number before a name that begins with a letter is a count as well.
std::optional<Counted> count_before(std::string_view text)
{
    const std::size_t end = text.find_first_not_of("0123456789");
    if (end == 0 || end == std::string_view::npos) return std::nullopt;
    const auto count = small_count(text.substr(0, end));
    if (!count) return std::nullopt;
    const std::string_view rest = trimmed(text.substr(end));
    if (const std::size_t sign = times_at_front(rest); sign > 0) {
        const std::string_view name = trimmed(rest.substr(sign));
        return name.empty() ? std::nullopt : std::optional(Counted{*count, name});
    }
    constexpr int most_said_so = 64; // "3090 Ti" is a name
    const bool apart = text[end] == ' ' && !rest.empty() && lower(rest.front()) >= 'a' && lower(rest.front()) <= 'z';
    const std::string_view first = rest.substr(0, rest.find(' '));
    return apart && *count <= most_said_so && !size_in(text.substr(0, end + 1 + first.size()))
               ? std::optional(Counted{*count, rest})
               : std::nullopt;
}

/// "A100:8", "RTX 4090 x2", "RTX 4090 × 2", "A100 (8)".
std::optional<Counted> count_behind(std::string_view text)
{
    if (text.ends_with(')')) {
        const std::size_t open = text.rfind('(');
        const auto count =
            open == std::string_view::npos ? std::nullopt : small_count(text.substr(open + 1, text.size() - open - 2));
        if (count && open > 0) return Counted{*count, trimmed(text.substr(0, open))};
    }
    std::size_t begin = text.size();
    while (begin > 0 && is_digit(text[begin - 1])) --begin;
    const auto count = small_count(text.substr(begin));
    if (!count) return std::nullopt;
    std::string_view head = trimmed(text.substr(0, begin));
    if (head.ends_with(':')) return Counted{*count, trimmed(head.substr(0, head.size() - 1))};
    for (const std::string_view sign :
         {std::string_view("×"), std::string_view("x"), std::string_view("X"), std::string_view("*")}) {
        if (!head.ends_with(sign)) continue;
        const std::string_view name = head.substr(0, head.size() - sign.size());
        const bool letter = sign == "x" || sign == "X"; // of a name otherwise: "RX 7900"
        if (letter && !name.ends_with(' ')) continue;
        if (!trimmed(name).empty()) return Counted{*count, trimmed(name)};
    }
    return std::nullopt;
}

} // namespace

std::optional<TypedCard> typed_card(std::string_view text)
{
    const std::string_view typed = trimmed(text);
    if (typed.empty()) return std::nullopt;
    if (auto size = size_in(typed)) return size;
    auto counted = count_before(typed);
    if (!counted) counted = count_behind(typed);
    if (!counted) return TypedCard{1, std::string(typed), std::nullopt, false};
    TypedCard out{counted->first, std::string(counted->second), std::nullopt, false};
    const bool has_unit = !is_digit(counted->second.back()); // "2x3090" names cards
    if (const auto size = has_unit ? size_in(counted->second) : std::nullopt) {
        out.name.clear();
        out.size = size->size;
        out.gibibytes = size->gibibytes;
    }
    return out;
}

} // namespace plimsoll
