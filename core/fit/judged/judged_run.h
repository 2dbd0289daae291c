// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/verdict.h"

namespace plimsoll {

/// Turns the verdict of a plan that has room on this card, and does not run there all the same, into a no: fewer cards are named than
/// it has processes (a name without a number says the kind of card alone), or the card has no kernels for it.
void judge_run(Verdict &out, const Plan &plan, const Gpu &gpu);

/// Of an engine on cards of its own: no where fewer are named together than its copies take, each on so many.
void judge_copies(Verdict &out, Count named, Count needed);

/// The same of a node, with a card: whether nothing but room decides.
[[nodiscard]] bool runs_on(const Plan &plan, const Node &node);

} // namespace plimsoll
