// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"
#include "core/plan/plan.h"
#include "ui/controls/chooser.h"

#include <vector>

namespace plimsoll {

// What the chooser of cards lists, and what its ids mean.

/// The catalogue by vendor, with memory and year; first what people buy and rent, then laptops, systems on a chip and slices of cards.
[[nodiscard]] std::vector<ChooserItem> card_items();
/// For a typed size ("16", "24 GB", "7,5 GiB"): a budget of so many of the session's units, then the cards of exactly that size. GB are
/// those of 2³⁰ bytes, by which cards are sold, unless the session counts in 10⁹; GiB always are what they are. For a name with a count
/// ("8x A100", "A100:8"): so many of the cards that have it, the one first that it means by itself.
[[nodiscard]] TypedItems typed_card_items(const QString &query, ByteUnit unit = ByteUnit::binary);
/// `cards` with what an id of card_items() or typed_card_items() names: first, for the answer speaks of it then; unchanged when the
/// card stands already.
[[nodiscard]] Target with_card(Target cards, const QString &id);

// Rows of the list of cards: target.gpus in their order, the budget behind them or, by target.budget_first, before them.

/// A budget stands first or last: moved up or down, it goes all the way. Rows that are not there change nothing.
[[nodiscard]] Target with_moved_row(Target cards, int from, int to);
[[nodiscard]] Target without_row(Target cards, int row);

} // namespace plimsoll
