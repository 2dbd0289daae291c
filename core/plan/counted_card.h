// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/plan.h"

#include <string_view>

namespace plimsoll {

/// A target's entry as people write it: "NAME", "NAME:8", "8 x NAME".
struct CountedCard {
    std::string_view name;
    int count = 1;
    bool valid = true; ///< false: what stands behind the colon is no number from 1 to most_counted_cards
};
inline constexpr int most_counted_cards = 1024;

[[nodiscard]] CountedCard counted_card(std::string_view entry);

/// Cards of the target's first entry, for which a plan is estimated; 1 where none is named.
[[nodiscard]] int cards_of(const Target &target);

} // namespace plimsoll
