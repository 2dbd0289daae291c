// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libraries/libraries.h"

namespace plimsoll {

constinit const Library libraries::torchtitan{.name = "torchtitan", .known = "0.3.0"};

} // namespace plimsoll
