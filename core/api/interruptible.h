// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/solver.h"

#include <functional>

namespace plimsoll {

/// Whether an answer is still waited for. Asked from several threads.
using Wanted = std::function<bool()>;

/// The estimator while the answer is wanted; then every further estimate is an error, which ends a search.
[[nodiscard]] Estimator interruptible(Estimator estimator, Wanted wanted);

} // namespace plimsoll
