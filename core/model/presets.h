// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/load/load.h"

namespace plimsoll {

/// The preset of this name, title or Hub id, in any case; nullptr where there is none.
[[nodiscard]] const Preset *find_preset(std::string_view text);

/// Its config.json as published.
[[nodiscard]] std::string_view preset_config(const Preset &preset);

/// Names of the presets that are spelt most like `text`.
[[nodiscard]] std::vector<std::string> nearest_presets(std::string_view text, std::size_t count);

} // namespace plimsoll
