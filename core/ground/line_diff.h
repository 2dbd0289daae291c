// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>
#include <string_view>

namespace plimsoll {

/// What makes `after` of `before`, as `diff -u` writes it and `patch` takes it; empty where they are equal. Lines keep their own ends.
[[nodiscard]] std::string unified_diff(std::string_view name, std::string_view before, std::string_view after);

} // namespace plimsoll
