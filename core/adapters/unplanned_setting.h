// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/adapters/adapters.h"
#include "core/ground/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace plimsoll {

/// Whether a list with blanks between has the word.
[[nodiscard]] bool has_word(std::string_view words, const std::string &word);

/// Of a method that names the settings it has: the first of the adapter's that is not planned, or that PEFT does not have. Nothing for
/// those that are off, or that stand at what PEFT has anyway ("key=value" in AdapterMethod::unplanned).
[[nodiscard]] std::optional<Error> unplanned_setting(const AdapterUse &use, const AdapterMethod &method);

} // namespace plimsoll
