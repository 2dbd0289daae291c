// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"

#include <optional>
#include <string>

namespace plimsoll {

/// What the card decides about a plan. Without a card the planner answers for compute capability 8.0 and says so.
struct CardFacts {
    std::string name; ///< catalogue name; empty: no card was named
    int capability_major = 8;
    int capability_minor = 0;
    int sm_count = 108; ///< multiprocessors (A100)
    int threads_per_sm = 2048;
    bool sm_count_known = true;  ///< false: sm_count is that of the most similar card
    std::optional<Bytes> memory; ///< of a process while the card is otherwise empty; absent: no card and no budget was named
    std::optional<Bytes> kept;   ///< by the driver: nvidia-smi's total less that of a process; absent: one of them is not known
    int gpus_per_node = 8;       ///< of the machines with such cards, where a plan does not say
    bool operator==(const CardFacts &) const = default;
};

} // namespace plimsoll
