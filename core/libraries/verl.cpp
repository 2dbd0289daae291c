// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libraries/libraries.h"

namespace plimsoll {

constinit const Library libraries::verl{.name = "verl", .known = "0.9.1", .in_plans = false};

} // namespace plimsoll
