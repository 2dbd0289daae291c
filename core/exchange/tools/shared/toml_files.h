// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <string_view>

namespace plimsoll {

/// Whose configuration a text in TOML is, a form that none of the tools has which are read: "torchtitan"; "TOML" of anybody. Nothing for
/// other texts.
[[nodiscard]] std::optional<std::string_view> owner_of_toml(std::string_view text);
/// Whether its owner is a tool that is read.
[[nodiscard]] bool is_read_toml(std::string_view text);

} // namespace plimsoll
