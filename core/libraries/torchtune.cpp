// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libraries/libraries.h"

namespace plimsoll {

namespace {

constexpr Change torchtune_changes[] = {
    {{0, 7, 0},
     [](Installed &old) { old.older.chunks_outputs = true; },
     "modules/transformer.py, TransformerDecoder.chunked_output"},
    {{0, 3, 0},
     [](Installed &old) { old.older.upcasts_outputs = true; },
     "modules/transformer.py, TransformerDecoder.forward: self.output(h).float()"},
};

} // namespace

constinit const Library libraries::torchtune{.name = "torchtune", .known = "0.7.0", .changes = torchtune_changes};

} // namespace plimsoll
