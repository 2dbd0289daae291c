// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string_view>

namespace plimsoll {

/// A configuration that a tool ships, for who names it without having it at hand.
struct KnownFile {
    std::string_view path;  ///< as its repository has it, at least with the folder where the name alone is anybody's
    std::string_view owner; ///< "LLaMA-Factory"
    std::string_view text;  ///< its settings in YAML, without what takes no memory
};

/// The one that a path ends with ("examples/deepspeed/ds_z3_config.json" of "../LLaMA-Factory/examples/…"); null: none.
[[nodiscard]] const KnownFile *known_file(std::string_view path);

} // namespace plimsoll
