// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>
#include <memory>

namespace plimsoll {

class Planner;

/// Builds every window that stands open anew, for another language: documents go on with their history and with what is not saved,
/// in the same places and at the same views. `between` runs when no window and none of its work in the background is left, and gives
/// the planner of the new ones. The windows delete themselves when they are closed, the old ones at once.
void rebuild_windows(const std::function<std::shared_ptr<Planner>()> &between);

} // namespace plimsoll
