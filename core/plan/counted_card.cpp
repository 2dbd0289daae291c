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
    const std::size_t sign =
        card.starts_with("×") ? std::string_view("×").size() : card.starts_with('x') || card.starts_with('*');
    if (sign == 0 || count < 1 || count > most_leading) return std::nullopt;
    card.remove_prefix(sign);
    skip_spaces();
    return CountedCard{card, count};
}

/// "RTX 4090 x2", "RTX 4090 ×2"
std::optional<CountedCard> with_trailing_count(std::string_view entry)
{
    const std::size_t end = entry.find_last_not_of("0123456789");
    if (end == std::string_view::npos || end + 1 == entry.size()) return std::nullopt;
    int count = 0;
    std::from_chars(entry.data() + end + 1, entry.data() + entry.size(), count);
    std::string_view card = entry.substr(0, entry.find_last_not_of(' ', end) + 1);
    if (card.ends_with("×"))
        card.remove_suffix(std::string_view("×").size());
    else if (card.ends_with(" x") || card.ends_with(" *")) // "x" within a word is a part of a name
        card.remove_suffix(1);
    else
        return std::nullopt;
    card = card.substr(0, card.find_last_not_of(' ') + 1);
    if (card.empty() || count < 1 || count > most_cards) return std::nullopt;
    return CountedCard{card, count};
}

} // namespace

std::optional<CountedCard> counted_card(std::string_view entry)
{
    if (const auto leading = with_leading_count(entry)) return leading;
    if (const auto trailing = with_trailing_count(entry)) return trailing;
    const std::size_t colon = entry.rfind(':');
    if (colon == std::string_view::npos) return CountedCard{entry};
    const std::string_view digits = entry.substr(colon + 1);
    const char *const end = digits.data() + digits.size();
    int count = 0;
    const auto [rest, error] = std::from_chars(digits.data(), end, count);
    if (error != std::errc{} || rest != end || count < 1 || count > most_cards) return std::nullopt;
    return CountedCard{entry.substr(0, colon), count};
}

bool says_count(std::string_view entry)
{
    const std::optional<CountedCard> card = counted_card(entry);
    return card && card->name != entry;
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
