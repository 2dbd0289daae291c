// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libraries/libraries.h"

namespace plimsoll {

constinit const Library libraries::vllm_bnb_plugin{.name = "vllm_bnb_plugin", .known = "0.0.3"};

} // namespace plimsoll
