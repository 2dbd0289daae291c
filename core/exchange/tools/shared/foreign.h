// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/text/config_text.h"

#include <string_view>

namespace plimsoll {

/// A program whose files and commands are told apart, and not read.
struct ForeignTool {
    std::string_view title;    ///< "mlx_lm.lora (MLX)"
    std::string_view programs; ///< parts of a command's program that are its own, with blanks between
    std::string_view keys;     ///< of its files, with blanks between: "a.b", "a.*" for anything below a, "*.c" for a last part
    int least = 3;             ///< of these keys, from which on the file is its
};

/// Whose text it is, where it is one of those; null: nobody's of them.
[[nodiscard]] const ForeignTool *foreign_tool(const ConfigText &text);

} // namespace plimsoll
