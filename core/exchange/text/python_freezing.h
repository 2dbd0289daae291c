// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/text/config_text.h"

#include <string_view>

namespace plimsoll {

/// Scope and key of what a Python text says of its parameters' requires_grad. The value is an object: "part", a name or a pattern of
/// parameters as `trainable` has them (empty: the whole model), and "trains". `unknown`: a statement of another shape, as it stands.
inline constexpr std::string_view freezing_scope = "requires_grad";

/// What was read of such a text, with an entry for every statement that sets requires_grad, in their order, and without what was read of them as
/// calls and assignments. Read are: requires_grad_() of a module, and loops over parameters() or named_parameters(), with conditions over the
/// names' text. Error: as `read`, or more than is read.
[[nodiscard]] Result<ConfigText> with_freezing(std::string_view text, Result<ConfigText> read);

} // namespace plimsoll
