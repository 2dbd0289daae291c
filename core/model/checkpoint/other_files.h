// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace plimsoll {

/// What a file is that somebody gave in place of a plan or a model.
enum class OtherFile : std::uint8_t {
    lfs_pointer, ///< of git-LFS, in place of the file itself
    adapter,     ///< adapter_config.json of PEFT
    axolotl,
    llama_factory,
    torchtune,
    accelerate,
    deepspeed,
    yaml, ///< of something else
    gguf,
    safetensors,
    pickle, ///< pytorch_model.bin
    tokenizer,
    generation,
    preprocessor,
    index,    ///< of safetensors' shards
    quantize, ///< quantize_config.json of AutoGPTQ and AutoAWQ, hf_quant_config.json of ModelOpt
    params,   ///< params.json of Meta's and Mistral's own formats
    trainer,  ///< trainer_state.json
    model,    ///< config.json
    plan,
    session,
    estimate,
    page, ///< Markdown, HTML
};

/// By its first bytes and its keys; nothing where it is none of these. Looks at no more than the first 256 KiB.
[[nodiscard]] std::optional<OtherFile> other_file(std::string_view text);

/// "an Axolotl configuration", "a git-LFS pointer"
[[nodiscard]] std::string name_of(OtherFile file);

/// The bytes that a git-LFS pointer stands for; nothing where `text` is none.
[[nodiscard]] std::optional<Bytes> lfs_bytes(std::string_view text);

} // namespace plimsoll
