// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/read_file.h"

#include <algorithm>
#include <fstream>

namespace plimsoll {
namespace {

Result<std::uint64_t> regular_file_size(const std::filesystem::path &path)
{
    std::error_code code;
    const auto status = std::filesystem::status(path, code);
    if (status.type() == std::filesystem::file_type::not_found) return Error{path.string(), {}, {}, "no such file"};
    if (!std::filesystem::status_known(status)) return Error{path.string(), {}, {}, code.message()};
    if (!std::filesystem::is_regular_file(status)) return Error{path.string(), {}, {}, "not a regular file"};
    const std::uint64_t size = std::filesystem::file_size(path, code);
    if (code) return Error{path.string(), {}, {}, code.message()};
    return size;
}

} // namespace

Result<std::string> read_file(const std::filesystem::path &path, std::uint64_t limit)
{
    const Result<std::uint64_t> size = regular_file_size(path);
    if (!size) return size.error();
    if (*size > limit)
        return Error{
            path.string(), std::to_string(*size) + " bytes", "a file of at most " + std::to_string(limit) + " bytes", {}};
    return read_part(path, 0, *size);
}

Result<std::string> read_part(const std::filesystem::path &path, std::uint64_t offset, std::uint64_t length)
{
    const Result<std::uint64_t> size = regular_file_size(path);
    if (!size) return size.error();
    std::ifstream file(path, std::ios::binary);
    if (!file) return Error{path.string(), {}, {}, "cannot be opened for reading"};
    std::string text(offset < *size ? std::min(length, *size - offset) : 0, '\0');
    file.seekg(static_cast<std::streamoff>(offset));
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (file.bad() || static_cast<std::size_t>(file.gcount()) != text.size())
        return Error{path.string(), {}, {}, "could not be read to its end"};
    return text;
}

} // namespace plimsoll
