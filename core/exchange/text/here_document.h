// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace plimsoll {

/// A file that a script writes: "cat > Modelfile <<'END'" and what stands up to END.
struct HereDocument {
    std::string file; ///< "Modelfile"; empty where the line names none
    std::string text;
    int line = 0; ///< of its first line in the script, from 1
    bool operator==(const HereDocument &) const = default;
};

/// The first of a script; nothing where it has none, or one that does not end.
[[nodiscard]] std::optional<HereDocument> here_document(std::string_view script);

} // namespace plimsoll
