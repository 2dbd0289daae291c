// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/names.h"

namespace plimsoll {

template <>
inline constexpr std::array<std::string_view, 3> plan_names<PartTraining>{"frozen", "trained", "adapters"};

} // namespace plimsoll
