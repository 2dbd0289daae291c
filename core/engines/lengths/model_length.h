// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"
#include "core/model/extension.h"
#include "core/runner/default.h"

#include <optional>
#include <string>
#include <string_view>

/// What engines make of the lengths that a configuration names, where nobody tells them one.
namespace plimsoll::lengths {

/// A length, and which key of the configuration it comes from.
struct Length {
    Count tokens = 0; ///< 0: the configuration names none
    std::string key;
    double scaled_by = 1; ///< that it was multiplied with: a factor of the rotary embedding
    std::string rope_type;
};

/// What the configuration says beside max_position_embeddings; nothing in it where that is all.
[[nodiscard]] const NamedLengths &named(const Architecture &model);
/// max_position_embeddings, of the file or of its class; 0: neither has one.
[[nodiscard]] Count positions(const Architecture &model);
/// A key as the file has it; 0: absent.
[[nodiscard]] Count at(const Architecture &model, std::string_view key);

/// Why an engine takes it: `option` says another, `source` is library, file and function.
[[nodiscard]] TakenContext taken(const Length &length, std::string_view engine, std::string_view option, std::string_view source);

} // namespace plimsoll::lengths
