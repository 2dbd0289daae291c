// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/plan.h"

#include <string>
#include <vector>

namespace plimsoll {

/// A card or a budget that columns of a chart are measured against.
struct CardLine {
    std::string title; ///< "24 GB RTX 4090", "16 GiB budget": a budget in the reader's unit
    std::string name;  ///< "RTX 4090", "16 GiB budget": as sentences say it
    Bytes usable = 0;  ///< of one card, after target.reserve_fraction
    Bytes total = 0;   ///< usable, what the driver keeps, and what the plan leaves free
    int count = 1;
    bool budget = false;
    bool known = true; ///< false only in lists of a session's cards: nothing but the name is known of it
    bool operator==(const CardLine &) const = default;
};

/// One for each card that the catalogue has, in the target's order, then the budget.
[[nodiscard]] std::vector<CardLine> card_lines(const Target &target, ByteUnit unit);

} // namespace plimsoll
