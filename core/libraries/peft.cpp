// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libraries/libraries.h"

namespace plimsoll {

namespace {

constexpr Change peft_changes[] = {
    {{0, 20, 0},
     [](Installed &old) { old.older.keeps_blocks_of_preparation = true; },
     "utils/other.py, prepare_model_for_kbit_training"},
};

} // namespace

constinit const Library libraries::peft{.name = "peft", .known = "0.21.2", .shared = true, .changes = peft_changes};

} // namespace plimsoll
