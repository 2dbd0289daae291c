// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/counted_card.h"

#include <algorithm>
#include <charconv>

namespace plimsoll {

namespace {

std::optional<CountedCard> with_leading_count(std::string_view entry)
{
    int count = 1;
    const auto [rest, error] = std::from_chars(entry.data(), entry.data() + entry.size(), count);
    if (error != std::errc{}) return std::nullopt;
    std::string_view card = entry.substr(static_cast<std::size_t>(rest - entry.data()));
    const auto skip_spaces = [&card] { card.remove_prefix(std::min(card.find_first_not_of(' '), card.size())); };
    skip_spaces();
    const std::size_t sign = card.starts_with("×") ? std::string_view("×").size() : card.starts_with('x') ? 1 : 0;
    if (sign == 0 || count < 1 || count > most_leading) return std::nullopt;
    card.remove_prefix(sign);
    skip_spaces();
    return CountedCard{card, count};
}

} // namespace

std::optional<CountedCard> counted_card(std::string_view entry)
{
    if (const auto leading = with_leading_count(entry)) return leading;
    const std::size_t colon = entry.rfind(':');
    if (colon == std::string_view::npos) return CountedCard{entry};
    const std::string_view digits = entry.substr(colon + 1);
    const char *const end = digits.data() + digits.size();
    int count = 0;
    const auto [rest, error] = std::from_chars(digits.data(), end, count);
    if (error != std::errc{} || rest != end || count < 1 || count > most_cards) return std::nullopt;
    return CountedCard{entry.substr(0, colon), count};
}

std::optional<Count> cards_named(const Target &target)
{
    std::optional<Count> out;
    for (const std::string &entry : target.gpus) {
        const std::optional<CountedCard> card = counted_card(entry);
        if (!card || (out && *out != card->count)) return std::nullopt;
        out = card->count;
    }
    return out;
}

} // namespace plimsoll
