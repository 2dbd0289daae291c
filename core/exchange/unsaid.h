// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/runner/runner.h"

#include <string_view>

namespace plimsoll {

/// A field that only has the words of its spellings; why all other values have none.
struct OnlyThese {
    std::string_view path;
    Why why;
};

} // namespace plimsoll
