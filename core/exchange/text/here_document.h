// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// A file that a script writes: "cat > Modelfile <<'END'" and what stands up to END.
struct HereDocument {
    std::string file; ///< "Modelfile"; empty where the line names none
    std::string text;
    int line = 0; ///< of its first line in the script, from 1
    bool operator==(const HereDocument &) const = default;
};

/// All that a script writes into files, up to a number that no script of a person has.
[[nodiscard]] std::vector<HereDocument> here_documents(std::string_view script);
/// The first of a script; nothing where it has none, or one that does not end.
[[nodiscard]] std::optional<HereDocument> here_document(std::string_view script);

} // namespace plimsoll
