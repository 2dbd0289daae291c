// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"

#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// A preset shipped with the planner.
struct Preset {
    std::string name;   ///< "qwen2.5-coder-7b"
    std::string title;  ///< "Qwen2.5-Coder-7B"
    std::string family; ///< header it stands under: "Qwen2.5"
    std::string hub;    ///< "Qwen/Qwen2.5-Coder-7B"
    std::string model_type;
    Count parameters = 0;
    Count context = 0;             ///< max positions
    std::vector<std::string> same; ///< other Hub ids of the same shape that no rule of names tells
    bool operator==(const Preset &) const = default;
};

/// All presets, sorted by family, then size. Compiled in; never fails.
[[nodiscard]] const std::vector<Preset> &presets();

/// The preset of this name, title or Hub id, in any case; nullptr where there is none.
[[nodiscard]] const Preset *find_preset(std::string_view text);

/// Its config.json as published.
[[nodiscard]] std::string_view preset_config(const Preset &preset);

/// Names of the presets that begin with `text`, then of those that are spelt most like it.
[[nodiscard]] std::vector<std::string> nearest_presets(std::string_view text, std::size_t count);

} // namespace plimsoll
