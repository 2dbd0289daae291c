// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/choice.h"

#include <functional>
#include <optional>
#include <vector>

namespace plimsoll {

/// Tokens of a run that take as long on a card as the clock says of rows of the plan's own length: `estimate` holds for the card.
using TokensOn = std::function<double(const Estimate &estimate, const CardFacts &card)>;
/// A million of them wherever it is.
[[nodiscard]] double million_tokens(const Estimate &estimate, const CardFacts &card);

/// Of the cards that the plan names, or of all in the catalogue where it names none, on which the plan fits with its whole interval, the
/// one on which those tokens go fastest. Of an estimate made with EstimateOptions::time.
[[nodiscard]] Minimum fastest_card(const Estimate &estimate, const TokensOn &tokens = million_tokens);
/// The rented machines, of the named cards where there are some, on which so many tokens cost least: their price, of one card its part,
/// for the hours.
[[nodiscard]] Minimum cheapest_run(const Estimate &estimate, const TokensOn &tokens = million_tokens);

/// An offer on which the plan fits, and those tokens on it; nothing of what is not known.
struct TimedOffer {
    RatedOffer rated;
    std::optional<double> hours, usd;
};
/// All of them (fitting_offers), the cheapest run first, those of unknown speed behind.
[[nodiscard]] std::vector<TimedOffer> timed_offers(const Estimate &estimate, const TokensOn &tokens = million_tokens);

} // namespace plimsoll
