// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libraries/libraries.h"

namespace plimsoll {

namespace {

constexpr Change bitsandbytes_changes[] = {
    {{0, 50, 0}, [](Installed &old) { old.older.unpacks_4bit = true; }, "autograd/_functions.py, matmul_4bit and MatMul4Bit"},
    {{0, 43, 2},
     [](Installed &old) { old.older.keeps_4bit_inputs = true; },
     "autograd/_functions.py, MatMul4Bit, pull request 1270"},
};

} // namespace

constinit const Library libraries::bitsandbytes{
    .name = "bitsandbytes", .known = "0.50.2", .shared = true, .changes = bitsandbytes_changes};

} // namespace plimsoll
