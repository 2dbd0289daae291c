// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/estimate/estimate.h"
#include "core/fit/verdict.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// Components as reports and the terminal show them together, bottom to top.
struct ComponentGroup {
    std::string_view title; ///< "Logits and loss"
    std::vector<Component> components;
};
[[nodiscard]] const std::vector<ComponentGroup> &component_groups();

/// "Quantization metadata".
[[nodiscard]] std::string title_of(Component component);
/// "loss backward".
[[nodiscard]] std::string title_of(Phase phase);
/// "Fits", "Tight", "Does not fit", "Not known".
[[nodiscard]] std::string_view title_of(Fits fits);
/// ✓ ◐ ✕ ?
[[nodiscard]] std::string_view mark_of(Fits fits);

/// Bytes per component at the peak; every line of the breakdown counts.
[[nodiscard]] ComponentBytes bytes_at_peak(const Estimate &estimate);
[[nodiscard]] Bytes bytes_of(const ComponentGroup &group, const ComponentBytes &bytes);

} // namespace plimsoll
