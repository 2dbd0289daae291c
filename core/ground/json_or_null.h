// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <nlohmann/json.hpp>

#include <optional>
#include <string>

namespace plimsoll {

/// What JSON has for a value that may not be known: the value, or null.
template <class T>
[[nodiscard]] nlohmann::ordered_json or_null(const std::optional<T> &value)
{
    return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json();
}

/// The same of a text, where an empty one stands for none.
[[nodiscard]] inline nlohmann::ordered_json or_null(const std::string &text)
{
    return text.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(text);
}

} // namespace plimsoll
