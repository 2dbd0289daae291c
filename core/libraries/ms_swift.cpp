// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libraries/libraries.h"

namespace plimsoll {

constinit const Library libraries::ms_swift{.name = "ms_swift", .known = "4.6.0", .in_plans = false};

} // namespace plimsoll
