// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/decoder/decoder.h"
#include "core/adapters/adapted_modules.h"

#include <memory>
#include <string>

namespace plimsoll::step {

/// PEFT's choice for a model and an adapter.
struct FoundTargets {
    AdapterTargets adapter;
    AdaptedModules lora;      ///< only of a model with idle modules
    std::string returns_more; ///< a target whose class, a torch.nn.Linear, returns a tuple
};

/// `architecture` has a decoder. An error where PEFT refuses the adapter.
[[nodiscard]] Result<std::shared_ptr<const FoundTargets>> targets_for(const Architecture &architecture, const Adapter &adapter);

/// What PEFT wraps and the first forward then refuses.
[[nodiscard]] std::optional<Error> unsupported_targets(const FoundTargets &found);

} // namespace plimsoll::step
