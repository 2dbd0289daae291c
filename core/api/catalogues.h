// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/cards/gpu.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

// What Plimsoll knows by itself, for programs.
namespace plimsoll {

/// Every card with its figures and where each comes from.
[[nodiscard]] nlohmann::ordered_json gpus_to_json();
[[nodiscard]] std::string gpus_to_csv();
/// Every model that comes with Plimsoll.
[[nodiscard]] nlohmann::ordered_json models_to_json();
[[nodiscard]] std::string models_to_csv();

/// "8.9"; empty where it is not known, or the card has none.
[[nodiscard]] std::string capability_of(const Gpu &gpu);

} // namespace plimsoll
