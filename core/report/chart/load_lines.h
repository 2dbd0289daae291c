// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/plan.h"

#include <string>
#include <vector>

namespace plimsoll {

/// A card or a budget that columns, steps and sweeps are measured against.
struct LoadLine {
    std::string title;    ///< "24 GB RTX 4090", "16 GiB budget": a budget in the reader's unit
    std::string name;     ///< "RTX 4090", "16 GiB budget": as sentences say it, and what of the title is left out last
    Bytes usable = 0;     ///< where the line stands: of one card, after target.reserve_fraction
    Bytes reserve = 0;    ///< above it: what the driver keeps, and what the plan leaves free; charts hatch it
    bool answers = false; ///< the answer speaks of this one: it sets a chart's axis
    int count = 1;        ///< such cards in one machine
    bool budget = false;
    bool known = true; ///< false only in lists of a session's cards: nothing but the name is known of it
    bool operator==(const LoadLine &) const = default;
};

/// One for each card that the catalogue has, in the target's order, then the budget, or before them by target.budget_first.
/// The first one answers.
[[nodiscard]] std::vector<LoadLine> load_lines(const Target &target, ByteUnit unit);

} // namespace plimsoll
