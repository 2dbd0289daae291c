// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/presets.h"

#include <optional>
#include <string>
#include <string_view>

namespace plimsoll {

/// A tag of Ollama's library ("qwen3:14b", "llama3.1:8b-instruct-q8_0").
struct OllamaTag {
    std::string name;               ///< "qwen3"
    std::string size;               ///< "14b", stated or that of a plain name; empty: neither is known
    std::string quant;              ///< weights.quant: the tag's own, else what the library has under it
    bool stated = false;            ///< the tag says the type itself
    bool known = false;             ///< the name is in the planner's list; else `quant` is Ollama's usual one
    bool remote = false;            ///< it runs on Ollama's machines, not here
    const Preset *preset = nullptr; ///< of this shape; null: none
};

/// `text` without a host: "qwen3", "library/qwen3:14b", "somebody/model:q8_0".
[[nodiscard]] OllamaTag ollama_tag(std::string_view text);

} // namespace plimsoll
