// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace plimsoll {

/// A whole regular file of at most `limit` bytes; errors name the path and the reason.
[[nodiscard]] Result<std::string> read_file(const std::filesystem::path &path, std::uint64_t limit);

/// `length` bytes from `offset`; shorter at the end of the file. For headers of large files: nothing else is read.
[[nodiscard]] Result<std::string> read_part(const std::filesystem::path &path, std::uint64_t offset, std::uint64_t length);

/// A name out of a file as an error shows it: its first 60 bytes, and no character that a terminal obeys.
[[nodiscard]] std::string shown_name(std::string_view name);

} // namespace plimsoll
