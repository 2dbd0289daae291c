// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libraries/libraries.h"

namespace plimsoll {

constinit const Library libraries::unsloth_zoo{.name = "unsloth_zoo", .known = "2026.10.9"};

} // namespace plimsoll
