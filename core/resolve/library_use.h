// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/plan.h"

#include <string>
#include <string_view>

namespace plimsoll {

/// Whether the run of this plan goes through a library: "peft" where adapters train, "bitsandbytes" where it packs weights or steps.
/// A library that no row names is not used.
[[nodiscard]] bool uses_library(std::string_view library, const Plan &plan);

/// The release of it whose behaviour the planner knows: its own, or the one that the stack holds; empty: none.
[[nodiscard]] std::string_view known_release_of(std::string_view library, const Plan &plan);

/// Why libraries.LIBRARY changes nothing: not used in this plan, or nothing is known to differ from the known release.
[[nodiscard]] std::string why_library_is_idle(std::string_view library, const Plan &plan);

} // namespace plimsoll
