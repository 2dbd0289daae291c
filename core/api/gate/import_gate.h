// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/plan/plan.h"

#include <optional>
#include <string>

namespace plimsoll {

/// The model of this plan cannot be read here, in the words of who looked: an estimate of the plan would refuse it. Nothing where it can,
/// or none is named.
[[nodiscard]] std::optional<Error> missing_model(const Plan &plan, const std::string &base_directory = {});

/// Why an estimate would refuse this plan, in its own words (core/resolve/gate.h); nothing where it would answer. Without a model that is
/// here, what its stack or engine refuses of any. `named`: somebody named the model apart from the plan, so that one that cannot be
/// read is an error; else only a preset that there is none of. A model that is here is asked whole, as its step or its engine's start may
/// refuse what no field does.
[[nodiscard]] std::optional<Error> refusal_of(const Plan &plan, const std::string &base_directory = {}, bool named = false);

} // namespace plimsoll
