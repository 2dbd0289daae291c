// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace plimsoll {

/// The tensors of a folder as the Hub has it: the index of its shards, else its only file, else a GGUF file, of several the first
/// by name that is no vision projector and no later part.
[[nodiscard]] std::optional<std::filesystem::path> weights_in(const std::filesystem::path &folder);

/// Whole sentences on the other files of a folder of which `taken` was read: which were left, what is not here, and what says
/// something else. Reads no weights.
[[nodiscard]] std::vector<std::string> snapshot_notes(const std::filesystem::path &folder, const std::filesystem::path &taken,
                                                      const Architecture &architecture);

/// "18.2 GB", "512 MB": bytes as the Hub shows them.
[[nodiscard]] std::string hub_size(Bytes bytes);

/// Of a file that is a git-LFS pointer: the bytes that are not here. Nothing for any other.
[[nodiscard]] std::optional<Bytes> missing_bytes(const std::filesystem::path &file);

} // namespace plimsoll
