// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/counted_card.h"

#include <algorithm>
#include <charconv>

namespace plimsoll {

namespace {

/// "8 x H100", "8xH100", "8 × H100": the count first; the name alone otherwise.
CountedCard count_first(std::string_view name)
{
    int count = 1;
    const auto [rest, error] = std::from_chars(name.data(), name.data() + name.size(), count);
    if (error != std::errc{}) return {name};
    std::string_view card = name.substr(static_cast<std::size_t>(rest - name.data()));
    const auto skip_spaces = [&card] { card.remove_prefix(std::min(card.find_first_not_of(' '), card.size())); };
    skip_spaces();
    const std::size_t sign = card.starts_with("×") ? std::string_view("×").size() : card.starts_with('x') ? 1 : 0;
    if (sign == 0 || count < 1 || count > most_counted_cards) return {name};
    card.remove_prefix(sign);
    skip_spaces();
    return {card, count};
}

} // namespace

CountedCard counted_card(std::string_view entry)
{
    CountedCard out = count_first(entry);
    const std::size_t colon = entry.rfind(':');
    if (out.name != entry || colon == std::string_view::npos) return out;
    const std::string_view digits = entry.substr(colon + 1);
    const char *const end = digits.data() + digits.size();
    const auto [rest, error] = std::from_chars(digits.data(), end, out.count);
    out.valid = error == std::errc{} && rest == end && out.count >= 1 && out.count <= most_counted_cards;
    out.name = entry.substr(0, colon);
    return out;
}

int cards_of(const Target &target)
{
    if (target.gpus.empty()) return 1;
    const CountedCard first = counted_card(target.gpus.front());
    return first.valid ? first.count : 1;
}

} // namespace plimsoll
