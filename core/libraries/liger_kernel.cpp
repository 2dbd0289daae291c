// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libraries/libraries.h"

namespace plimsoll {

// For which types of models a release has its first patch stands with the patches: core/families/describe/liger_patches.cpp.
constinit const Library libraries::liger_kernel{.name = "liger_kernel", .known = "0.8.5", .shared = true};

} // namespace plimsoll
