// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libraries/libraries.h"

namespace plimsoll {

namespace {

constexpr Change unsloth_changes[] = {
    {{2026, 9, 0},
     [](Installed &old) { old.older.takes_pieces_of_16_bytes = true; },
     "of unsloth_zoo: fused_losses/cross_entropy_loss.py, _use_chunked_ce"},
};

} // namespace

constinit const Library libraries::unsloth{.name = "unsloth", .known = "2026.10.9", .changes = unsloth_changes};

} // namespace plimsoll
