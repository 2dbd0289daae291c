// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/checkpoint/adapter_file.h"
#include "core/plan/resolved_plan.h"

#include <string>
#include <vector>

namespace plimsoll {

/// The plan with what an adapter's own configuration says: over what the plan has where `over`, else only where nobody set it.
/// A warning for each key that no field of a plan stands for.
[[nodiscard]] Plan with_settings_of(const AdapterFile &file, Plan plan, bool over, std::vector<Warning> &warnings);

/// The same where the plan's model is an adapter, whose base model load_model() reads; else the plan as it is. A warning says
/// which settings were taken.
[[nodiscard]] Plan with_settings_of_model(Plan plan, const std::string &base_directory, std::vector<Warning> &warnings);

} // namespace plimsoll
