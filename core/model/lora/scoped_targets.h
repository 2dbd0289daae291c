// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace plimsoll {

/// Targets by the part of a model and the kind of block that a linear layer stands in: "vision+language:attention+mlp".
struct ScopedTargets {
    bool vision = true, language = true; ///< before the colon
    bool attention = true, mlp = true;   ///< behind it
    bool operator==(const ScopedTargets &) const = default;
};

/// Read from a text; nothing where it is no such one: another word, no part, or no block.
[[nodiscard]] std::optional<ScopedTargets> scoped_targets(std::string_view text);
[[nodiscard]] std::string text_of(const ScopedTargets &targets);

/// The regular expression over names of modules that they come to in this model (unsloth_zoo 2026.10 peft_utils.py, get_peft_regex):
/// all linear layers of that place by their own names; heads, which stand once and in no stack of layers, and routers are none.
[[nodiscard]] std::string pattern_of(const ScopedTargets &targets, const Architecture &architecture);
/// The same with the names of layers given, for a model that is not at hand.
[[nodiscard]] std::string pattern_of(const ScopedTargets &targets, std::span<const std::string> leaves);

} // namespace plimsoll
