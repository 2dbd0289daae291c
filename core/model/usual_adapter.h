// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/adapter.h"

namespace plimsoll {

/// Whether it is PEFT's usual method, which a plan has that names none: the only one that kernels of stacks are written for.
[[nodiscard]] constexpr bool is_usual(const Adapter &one) { return one.type == AdapterName{}; }

} // namespace plimsoll
