// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/checkpoint/safetensors.h"

namespace plimsoll {

/// Bytes of `elements` elements in a GGUF type ("Q4_K", "F16", …), whole blocks; nothing for an unknown type or elements
/// that do not fill blocks. Source: ggml, ggml-common.h (block structs).
[[nodiscard]] std::optional<Bytes> gguf_bytes(std::string_view type, Count elements);

/// The header of a GGUF file (versions 2 and 3) in `text`: names, shapes and types of tensors, general.architecture.
/// `text` may end behind the header; an Error where it ends inside.
[[nodiscard]] Result<Checkpoint> checkpoint_from_gguf_header(std::string_view text, const std::string &source);

/// The same from a file; of a split model ("…-00001-of-00003.gguf") all parts in the same folder. No payload is read.
[[nodiscard]] Result<Checkpoint> read_gguf(const std::filesystem::path &path);

} // namespace plimsoll
