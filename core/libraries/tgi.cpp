// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libraries/libraries.h"

namespace plimsoll {

constinit const Library libraries::tgi{.name = "tgi", .known = "3.3.6"};

} // namespace plimsoll
