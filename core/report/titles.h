// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/estimate/titles.h"
#include "core/fit/verdict.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// Components as reports and the terminal show them together, bottom to top.
struct ComponentGroup {
    const char *english; ///< "Logits and loss", marked to be translated
    std::vector<Component> components;
};
[[nodiscard]] const std::vector<ComponentGroup> &component_groups();

[[nodiscard]] std::string title_of(const ComponentGroup &group);
/// "Fits", "Tight", "Does not fit", "Not known".
/// ✓ ◐ ✕ ?
[[nodiscard]] std::string_view mark_of(Word word);

/// Bytes per component at the peak; every line of the breakdown counts.
[[nodiscard]] ComponentBytes bytes_at_peak(const Estimate &estimate);
[[nodiscard]] Bytes bytes_of(const ComponentGroup &group, const ComponentBytes &bytes);

} // namespace plimsoll
