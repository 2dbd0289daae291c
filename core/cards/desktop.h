// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/cards/gpu.h"

namespace plimsoll {

/// What a process can use of a card that drives a screen as well: usable() less what an idle desktop takes. Nothing for cards
/// that have no screen (servers, slices) or share their memory.
[[nodiscard]] std::optional<UsableMemory> usable_with_desktop(const Gpu &gpu, Platform platform);

} // namespace plimsoll
