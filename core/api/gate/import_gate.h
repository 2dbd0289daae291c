// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/plan/plan.h"

#include <optional>
#include <string>

namespace plimsoll {

/// Why an estimate would refuse this plan, in its own words (core/resolve/gate.h); nothing where it would answer. Without a model that is
/// here, what its stack or engine refuses of any. `named`: somebody named the model apart from the plan, so that one that cannot be
/// read is an error; else only a preset that there is none of. Nothing is estimated.
[[nodiscard]] std::optional<Error> refusal_of(const Plan &plan, const std::string &base_directory = {}, bool named = false);

} // namespace plimsoll
