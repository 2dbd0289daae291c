// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/families/describe/family.h"

namespace plimsoll {

[[nodiscard]] std::span<const Family> toy_families();

} // namespace plimsoll
