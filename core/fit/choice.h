// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/rated_offers.h"
#include "core/fit/solver.h"

namespace plimsoll {

/// What can be as small as the plan allows: the card, how many of a card, the price of a rented machine, the time of a run, and what it
/// costs.
enum class MinimizeField : std::uint8_t { card, cards, price, hours, cost };
[[nodiscard]] std::string_view name_of(MinimizeField field);
[[nodiscard]] std::optional<MinimizeField> minimize_field(std::string_view name);
/// "card | cards | price | hours | cost" as errors and help show it.
[[nodiscard]] std::string_view minimize_fields();

/// An answer to one of them. `gpu` is empty where there is none; the reason says why.
struct Minimum {
    std::string gpu; ///< catalogue's name; of `cards` the one that was asked for
    std::optional<Count> count;
    std::optional<RatedOffer> offer; ///< of `price` and `cost`
    std::optional<double> hours;     ///< of a million tokens, of `hours` and `cost`
    std::optional<double> usd;       ///< of a million tokens, of `cost`
    Need need;
    Bytes usable = 0;
    std::string reason;
    bool not_known = false; ///< there is none because the need is a lower bound
};

/// Whether the card computes in the plan's precision.
[[nodiscard]] bool computes_in(const ResolvedPlan &plan, const Gpu &gpu);

/// NVIDIA's cards as sold that compute in the plan's precision, the least memory first.
[[nodiscard]] std::vector<const Gpu *> cards_as_sold(const ResolvedPlan &plan);

/// Among NVIDIA's cards as sold (no laptops, slices or modified boards) that compute in the plan's precision, the one with the
/// least memory on which the plan fits with its whole interval.
[[nodiscard]] Minimum smallest_card(const Estimate &estimate);
/// How many of this card the plan needs. A training is not split, so that it is one or none; a call of transformers' may be, by
/// layers.
[[nodiscard]] Minimum fewest_cards(const Estimate &estimate, const Gpu &gpu);
/// The machine with the lowest price known on which the plan fits; its figures are those of one of its cards.
[[nodiscard]] Minimum cheapest_machine(const Estimate &estimate);

/// micro_batch × gradient_accumulation × cards = a global batch, with the largest micro batch that fits.
struct BatchSplit {
    std::string gpu; ///< catalogue's name; "16 GiB budget" for budgets
    int cards = 1;
    Count global_batch = 1;
    std::optional<Count> micro_batch, gradient_accumulation; ///< absent: the global batch cannot be made here
    Need need;                                               ///< at the micro batch, or at the least one where none fits
    Bytes usable = 0;
    std::string reason;
    bool not_known = false; ///< there is none because the need is a lower bound, which has room
};
/// One split per entry of target.gpus, and the budget. Several cards hold DDP's buckets beside the plan: the gradients again.
[[nodiscard]] Result<std::vector<BatchSplit>> split_for_target(const Estimator &estimator, const Plan &resolved,
                                                               Count global_batch);

} // namespace plimsoll
