// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libraries/libraries.h"

namespace plimsoll {

constinit const Library libraries::compressed_tensors{.name = "compressed_tensors"};

} // namespace plimsoll
