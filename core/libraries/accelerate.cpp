// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libraries/libraries.h"

namespace plimsoll {

constinit const Library libraries::accelerate{.name = "accelerate", .known = "1.15.0", .shared = true};

} // namespace plimsoll
