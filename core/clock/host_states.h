// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/clock/card_speed.h"
#include "core/estimate/estimate.h"

namespace plimsoll {

/// What a step waits for where a training leaves states or parameters with the host or on a disk; seconds.
struct HostStates {
    double update = 0;  ///< the optimizer's own, and what crosses the bus for it
    double disk = 0;    ///< states read and written
    double gathers = 0; ///< parameters that cross the bus beside forward and backward
    [[nodiscard]] double waits() const { return update + disk; }
};
/// `in_node`: cards that share a machine.
[[nodiscard]] HostStates host_states(const Estimate &estimate, const CardSpeed &card, Count in_node);

/// Says what is taken for granted of an unknown host.
void say_host(std::vector<std::string> &assumptions, const HostStates &states);

/// Ranks of a training.
[[nodiscard]] Count all_cards(const Plan &plan);

} // namespace plimsoll
