// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libraries/libraries.h"

namespace plimsoll {

constinit const Library libraries::openrlhf{.name = "openrlhf", .known = "0.11.2", .in_plans = false};

} // namespace plimsoll
