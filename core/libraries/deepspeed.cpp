// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libraries/libraries.h"

namespace plimsoll {

constinit const Library libraries::deepspeed{.name = "deepspeed", .known = "0.19.8", .in_plans = false};

} // namespace plimsoll
