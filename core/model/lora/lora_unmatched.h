// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/lora/lora_match.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace plimsoll {

/// Names of `adapter.targets` that no module of this model has. PEFT goes on without them where others match. Never null.
[[nodiscard]] std::shared_ptr<const std::vector<std::string>> unmatched_targets(const Architecture &arch, const Adapter &adapter);

/// Names of `adapter.modules_to_save` that are the end of no module's name: PEFT 0.21.2 goes on without them (utils/other.py,
/// _set_trainable).
[[nodiscard]] std::vector<std::string> unmatched_saved(const Architecture &arch, const Adapter &adapter);

/// One of the unmatched targets that reads like a slip: near a module of this model, and no other model's name; "accepted" has the near ones.
[[nodiscard]] std::optional<Error> mistyped_target(const Architecture &arch, const Adapter &adapter);

/// A name of adapter.target_parameters that no parameter has; "accepted" has near ones, else the experts'.
[[nodiscard]] std::optional<Error> unmatched_parameter(const Architecture &arch, const Adapter &adapter);

} // namespace plimsoll
