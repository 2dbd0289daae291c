// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace plimsoll::docs {

/// JSON as a document shows it, beside the value that the program gives: "…" in place of members or elements stands for any number
/// of them. Elements before it are the array's first, those after it its last ones.
struct ShownJson {
    std::vector<std::string> differences; ///< "peak.device_bytes: shown 1, is 2"
    std::string renewed;                  ///< the text with the value's figures and texts put in
};

/// Compares `text` with as many values, one after another.
[[nodiscard]] ShownJson compare_shown(const std::string &text, const std::vector<nlohmann::json> &values);

} // namespace plimsoll::docs
