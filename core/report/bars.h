// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace plimsoll {

/// A bar of block characters, to an eighth of a column; `whole` fills `width` columns. With `mark`, a "│" stands where
/// that many bytes end.
[[nodiscard]] std::string bar_of(Bytes bytes, Bytes whole, std::size_t width, std::optional<Bytes> mark = {});

/// ANSI code of a group's colour, by its place in component_groups().
[[nodiscard]] std::string_view group_colour(std::size_t index);

} // namespace plimsoll
