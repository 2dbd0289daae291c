// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/import.h"

namespace plimsoll {

inline constexpr std::string_view model_card_name = "model-card";

/// The plan that a model card's block carries, of several the selected one; each of its fields is a key. Error: plans_of_card()'s.
[[nodiscard]] Result<Imported> imported_card(std::string_view text);

} // namespace plimsoll
