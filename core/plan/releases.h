// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/libraries/libraries.h"
#include "core/plan/plan.h"

#include <optional>
#include <string_view>

namespace plimsoll {

/// The release of `library` that plan.libraries names; nothing: it names none, or the one that the planner knows.
[[nodiscard]] std::optional<ReleaseNumber> release_named(const Plan &plan, std::string_view library);

/// Whether plan.libraries names a release of `library` before this one; false where it names none.
[[nodiscard]] bool release_before(const Plan &plan, std::string_view library, const ReleaseNumber &since);

/// What the releases do that plan.libraries names; what it does not name is as known.
[[nodiscard]] Installed installed_by(const Plan &plan);

/// The same, of libraries under which PyTorch's allocator is asked.
[[nodiscard]] Older older_of(const Plan &plan);

} // namespace plimsoll
