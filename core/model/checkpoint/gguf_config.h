// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/checkpoint/safetensors.h"

#include <optional>
#include <string>

namespace plimsoll {

/// The configuration, as transformers' class of the same model would have it, that a GGUF file's metadata stand for: the keys of
/// gguf-py/gguf/constants.py (llama.cpp 0c1e57098) and of transformers 5.23 integrations/ggml.py, GGUF_CONFIG_MAPPING. JSON text.
/// Nothing for an architecture of llama.cpp that no model type is known for, or a file without the sizes.
[[nodiscard]] std::optional<std::string> config_of_gguf(const Checkpoint &file);

} // namespace plimsoll
