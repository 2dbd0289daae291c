// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace plimsoll {

/// An entry of `trainable` for one of Axolotl's unfrozen_parameters (axolotl 0.21 utils/freeze.py, LayerNamePattern): an expression
/// that begins where the name begins, in which a dot stands for itself but before "+". "[:32000]" behind it are rows of which alone
/// the gradient is not set to zero: the parameter trains whole.
[[nodiscard]] std::string entry_of_unfrozen(std::string_view unfrozen);

/// The other way round; nothing of an entry that it cannot say.
[[nodiscard]] std::optional<std::string> unfrozen_of_entry(std::string_view entry);

} // namespace plimsoll
