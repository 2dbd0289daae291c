// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libraries/libraries.h"

namespace plimsoll {

constinit const Library libraries::mlx_lm{.name = "mlx_lm", .known = "0.32"};

} // namespace plimsoll
