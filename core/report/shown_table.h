// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// A table for people, in words and figures as they are shown.
struct ShownTable {
    std::vector<std::string> head;
    std::vector<bool> right; ///< columns that are aligned right
    std::vector<std::vector<std::string>> rows;
};

/// Columns with two blanks between, and a newline after each row.
[[nodiscard]] std::string table_to_text(const ShownTable &table);
[[nodiscard]] std::string table_to_markdown(const ShownTable &table);
[[nodiscard]] std::string table_to_csv(const ShownTable &table);

} // namespace plimsoll
