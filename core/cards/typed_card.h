// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"

#include <optional>
#include <string>
#include <string_view>

namespace plimsoll {

/// What somebody types where cards are chosen: a name, how many, or a size alone.
struct TypedCard {
    int count = 1;
    std::string name;           ///< without the count; empty where a size stands alone
    std::optional<double> size; ///< of a card or a budget, in the unit that was typed
    bool gibibytes = false;     ///< GiB, which means one thing; "GB" is what cards are sold by
    bool operator==(const TypedCard &) const = default;
};

/// "12 GB", "12", "7,5 GiB", "24G", "0.5 TB"; "8x A100", "8 × A100", "2x3090", "A100 80GB:8", "RTX 4090 x2", "8 A100", "2x24GB". Nothing
/// where there is nothing to read; what is no count and no size is a name.
[[nodiscard]] std::optional<TypedCard> typed_card(std::string_view text);

} // namespace plimsoll
