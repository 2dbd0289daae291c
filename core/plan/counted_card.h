// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/plan.h"

#include <optional>
#include <string_view>

namespace plimsoll {

/// An entry of target.gpus: a card, and how many of it.
struct CountedCard {
    std::string_view name; ///< points into the entry
    int count = 1;
};

/// Of one entry at most; with the count first fewer, since "7900 XTX" is a name.
inline constexpr int most_cards = 16384, most_leading = 1024;

/// "H100:8", and with the count first as people write it: "8 x H100", "8xH100", "8 × H100"; else one card of that name. Nothing
/// where what stands behind the last colon is no number from 1 to most_cards.
[[nodiscard]] std::optional<CountedCard> counted_card(std::string_view entry);

/// Whether an entry says how many.
[[nodiscard]] bool says_count(std::string_view entry);

/// How many cards each entry of a target names, where all name as many; nothing without a card and where they differ.
[[nodiscard]] std::optional<Count> cards_named(const Target &target);

} // namespace plimsoll
