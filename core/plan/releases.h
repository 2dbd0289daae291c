// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/quantization/bitsandbytes.h"
#include "core/plan/plan.h"

#include <array>
#include <optional>
#include <string_view>

namespace plimsoll {

/// The release of `library` that plan.libraries names: its first three numbers, 0 where there are fewer. Nothing: it names none.
[[nodiscard]] std::optional<std::array<int, 3>> release_named(const Plan &plan, std::string_view library);

/// Whether plan.libraries names a release of `library` before this one; false where it names none.
[[nodiscard]] bool release_before(const Plan &plan, std::string_view library, int major, int minor, int patch = 0);

} // namespace plimsoll
