// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/resolve/resolve.h"

#include <string>
#include <vector>

namespace plimsoll {

/// What is simulated as something near it, or with its mechanism but not checked against a run of it: its interval is wider. Code
/// "not_simulated". `built`: the model; null: a dense decoder.
[[nodiscard]] std::vector<Warning> simulated_as_another(const Plan &resolved, const Architecture *built = nullptr);

} // namespace plimsoll
