// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/choice.h"

#include <optional>
#include <vector>

namespace plimsoll {

/// Of the cards that the plan names, or of all as sold where it names none, on which the plan fits with its whole interval, the one on which it goes fastest. Of an estimate made with
/// EstimateOptions::time.
[[nodiscard]] Minimum fastest_card(const Estimate &estimate);
/// The rented machine, of the named cards where there are some, on which so many tokens cost least: its price over what one of its cards does in an hour.
[[nodiscard]] Minimum cheapest_run(const Estimate &estimate);

/// An offer on which the plan fits, and a million tokens on it; nothing of what is not known.
struct TimedOffer {
    RatedOffer rated;
    std::optional<double> hours, usd;
};
/// All of them (fitting_offers), the cheapest run first, those of unknown speed behind.
[[nodiscard]] std::vector<TimedOffer> timed_offers(const Estimate &estimate);

} // namespace plimsoll
