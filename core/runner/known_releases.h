// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/runner/default.h"

#include <span>

namespace plimsoll {

/// The releases whose behaviour the planner knows, of the libraries that stacks share: what is installed where a plan names none.
[[nodiscard]] std::span<const KnownRelease> shared_releases();

/// Those of tools, stacks and engines. What a source of one of them says of a file or a function is of this release, unless it names an
/// older one.
[[nodiscard]] std::span<const KnownRelease> tool_releases();

} // namespace plimsoll
