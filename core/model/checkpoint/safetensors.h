// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/model/architecture.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plimsoll {

/// One tensor of a checkpoint, as its header says it.
struct StoredTensor {
    std::string name;
    std::string type; ///< as written: "BF16", "F8_E4M3", "Q4_K", …
    std::vector<Count> shape;
    Bytes bytes = 0;
    bool operator==(const StoredTensor &) const = default;
};

struct Checkpoint {
    std::vector<StoredTensor> tensors;
    Bytes bytes = 0;        ///< of all tensors
    std::string model_type; ///< GGUF's general.architecture; empty where the format does not say it
    std::string name;       ///< GGUF's general.name
    /// Numbers among GGUF's metadata, lists of one number over and over as that number; of `tokenizer.ggml.tokens` how many.
    std::vector<std::pair<std::string, double>> numbers;
    bool operator==(const Checkpoint &) const = default;
};

/// No checkpoint is larger (1 EiB): sums of bytes and of elements stay within 64 bits.
inline constexpr Bytes checkpoint_limit = Bytes{1} << 60;

/// A safetensors header: `text` is the JSON behind the eight bytes of its length. Offsets and shapes are checked against each
/// other; `data_bytes` is what follows the header in the file.
[[nodiscard]] Result<Checkpoint> checkpoint_from_safetensors_header(std::string_view text, std::uint64_t data_bytes,
                                                                    const std::string &source);

/// The files that an index (model.safetensors.index.json) names, sorted, each once; names that leave its folder are refused.
[[nodiscard]] Result<std::vector<std::string>> shards_of_index(std::string_view text, const std::string &source);

/// The header of a .safetensors file, or of all shards that a model.safetensors.index.json names. No payload is read.
[[nodiscard]] Result<Checkpoint> read_safetensors(const std::filesystem::path &path);

/// What can be said of a model from its tensors alone: every tensor a parameter with its type, modules by name. Exact in
/// counts; the step is not described.
[[nodiscard]] Architecture architecture_from_checkpoint(const Checkpoint &checkpoint, const std::string &source);

} // namespace plimsoll
