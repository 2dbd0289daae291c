// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/import.h"
#include "core/plan/session.h"

namespace plimsoll {

inline constexpr std::string_view model_card_name = "model-card";

/// The plan that a model card's block carries, of several the selected one; each of its fields is a key. Error: plans_of_card()'s.
[[nodiscard]] Result<Imported> imported_card(std::string_view text);

/// What one block of a model card carries, and its line.
struct CardSession {
    ParsedSession read;
    int line = 0;
};
/// Of all its blocks, in their order. Error: no block, or one that cannot be read.
[[nodiscard]] Result<std::vector<CardSession>> sessions_in_card(std::string_view text);
/// One of its plans, as imported_card() gives the selected one; nothing is said of the others.
[[nodiscard]] Imported imported_scenario(const CardSession &card, const Scenario &scenario);

} // namespace plimsoll
