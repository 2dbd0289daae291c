// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/reference.h"

#include <optional>
#include <string>
#include <string_view>

namespace plimsoll {

/// What somebody types or pastes where a model is chosen: the name of a preset, "org/name", an address of the Hub or of one of its
/// mirrors (huggingface.co, hf.co, hf-mirror.com, modelscope.cn) with whatever stands behind the name, a path, the text of a config.json,
/// or a line of a shell or of Python that holds one of these ("git clone https://…", from_pretrained("org/name")). Nothing: none of them
/// is in it, or it is the address of a data set. Reads no file; whether a path leads somewhere is asked of the file system.
[[nodiscard]] std::optional<ModelReference> typed_model(std::string_view text);

/// "org/name", or with "@revision", of an address of the Hub or of a mirror; empty for every other text.
[[nodiscard]] std::string hub_id_of_address(std::string_view address);

/// Of a text that names one file of llama.cpp's in a repository, the type of its weights as weights.quant has it: "Q4_K_M" of
/// "org/name-GGUF:Q4_K_M" and of the address of name-Q4_K_M.gguf; empty for every other text.
[[nodiscard]] std::string tag_of_typed(std::string_view text);

} // namespace plimsoll
