// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/estimate/estimate.h"

#include <string>

namespace plimsoll {

/// Tokens on the fullest rank over the mean's, which routers reach while their balancing loss trains: the largest capacity factor
/// of GShard (arXiv 2006.16668, 2 · N / E tokens an expert) and Switch Transformers (arXiv 2101.03961, 1 to 2).
inline constexpr double fullest_routing = 2.0;

/// The plan's ranks share out experts, and nobody stated parallel.expert_imbalance.
[[nodiscard]] bool leaves_routing_open(const Plan &plan);

/// The intervals of even routing, which then reach up to those of the fullest.
void widen_to(const Peak &fullest, Peak &even);

/// What the answer says of it.
[[nodiscard]] std::string words_for_routing();

/// The plan trains a share of the layers, and which of them only the checkpoint could tell (core/model/trained_share.h).
[[nodiscard]] bool leaves_shares_open(const Plan &plan);

/// The intervals of `drawn`, which then reach to those of `other` above and below.
void widen_both_ways(const Peak &other, Peak &drawn);

/// What the answer says of it.
[[nodiscard]] std::string words_for_shares();

} // namespace plimsoll
