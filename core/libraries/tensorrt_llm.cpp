// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libraries/libraries.h"

namespace plimsoll {

constinit const Library libraries::tensorrt_llm{.name = "tensorrt_llm", .known = "1.4.0rc4"};

} // namespace plimsoll
