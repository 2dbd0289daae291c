// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// A table of GitHub's Markdown. Columns whose bit in `right` is set are aligned right; cells are escaped.
[[nodiscard]] std::string markdown_table(const std::vector<std::string> &head, const std::vector<bool> &right,
                                         const std::vector<std::vector<std::string>> &rows);

/// Text that Markdown shows as it is, on one line; a strong one in bold.
[[nodiscard]] std::string markdown_text(std::string_view text, bool strong = false);

} // namespace plimsoll
