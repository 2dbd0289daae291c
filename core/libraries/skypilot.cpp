// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libraries/libraries.h"

namespace plimsoll {

constinit const Library libraries::skypilot{.name = "skypilot", .known = "0.14.1", .in_plans = false};

} // namespace plimsoll
