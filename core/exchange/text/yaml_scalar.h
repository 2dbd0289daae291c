// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace plimsoll {

/// A plain scalar as PyYAML 6 resolves it (resolver.py, YAML 1.1): null, booleans with yes, no, on and off, whole numbers, numbers with a
/// point ("1e-4" has none and is a text), else the text.
[[nodiscard]] nlohmann::ordered_json yaml_scalar(std::string_view text);

/// A quoted scalar, or one with a tag: a text unless its tag is YAML's own of a number, a boolean or null.
[[nodiscard]] nlohmann::ordered_json yaml_tagged(const std::string &text, std::string_view tag);

} // namespace plimsoll
