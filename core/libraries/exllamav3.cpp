// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libraries/libraries.h"

namespace plimsoll {

constinit const Library libraries::exllamav3{.name = "exllamav3", .known = "1.4.1"};

} // namespace plimsoll
