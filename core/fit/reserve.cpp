// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/reserve.h"

#include <algorithm>
#include <cmath>

namespace plimsoll {

Bytes after_reserve(Bytes bytes, const Target &target)
{
    const double fraction = std::clamp(target.reserve_fraction, 0.0, 1.0);
    return bytes - static_cast<Bytes>(std::ceil(static_cast<double>(bytes) * fraction));
}

} // namespace plimsoll
