// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// Least number of letters to insert, drop or exchange that makes one text the other (Levenshtein).
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// Those of `known` that somebody may have meant by `text`, the nearest first, at most `count`: at most two letters away, or a
/// third of the text's; capitals count as small letters.
[[nodiscard]] std::vector<std::string> near_names(std::string_view text, const std::vector<std::string> &known,
                                                  std::size_t count);

} // namespace plimsoll
