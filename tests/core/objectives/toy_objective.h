// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/objectives/objective_kind.h"

namespace plimsoll {

extern const ObjectiveKind toy_objective;

} // namespace plimsoll
