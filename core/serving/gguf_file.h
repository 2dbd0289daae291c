// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/checkpoint/safetensors.h"
#include "core/serving/gguf_tensors.h"

namespace plimsoll {

/// The tensors of a GGUF file (read_gguf, of all its parts) as llama.cpp names them (src/llama-arch.cpp, 0c1e57098), each with the
/// type that its header says. Error: a type that ggml does not know.
[[nodiscard]] Result<std::vector<GgufTensor>> gguf_tensors_of(const Checkpoint &file);

} // namespace plimsoll
