// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/plan.h"

#include <string>
#include <vector>

namespace plimsoll {

/// What a plan is called until somebody names it: "QLoRA", "BF16 full"; of a run its precision, "NF4". The same in every language,
/// as files keep it.
[[nodiscard]] std::string automatic_name(const Plan &plan);

/// The same of several plans that stand side by side: those that would be called alike have behind it what somebody set and tells
/// them apart, "QLoRA r16" beside "QLoRA r64". Those that nothing tells apart keep one name.
[[nodiscard]] std::vector<std::string> names_by_difference(const std::vector<const Plan *> &plans);
/// Those of one name are numbered: "QLoRA", "QLoRA 2".
[[nodiscard]] std::vector<std::string> automatic_names(const std::vector<const Plan *> &plans);

/// Whether the name is this one, or it with a number behind: "QLoRA 2" of "QLoRA".
[[nodiscard]] bool is_numbered(const std::string &name, const std::string &automatic);

} // namespace plimsoll
