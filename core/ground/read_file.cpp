// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/read_file.h"

#include "core/ground/phrase.h"

#include <algorithm>
#include <fstream>

namespace plimsoll {
namespace {

Result<std::uint64_t> regular_file_size(const std::filesystem::path &path)
{
    std::error_code code;
    const auto status = std::filesystem::status(path, code);
    if (status.type() == std::filesystem::file_type::not_found)
        return Error{path.string(), {}, {}, phrase(QT_TRANSLATE_NOOP("core", "no such file"))};
    if (!std::filesystem::status_known(status)) return Error{path.string(), {}, {}, code.message()};
    if (!std::filesystem::is_regular_file(status))
        return Error{path.string(), {}, {}, phrase(QT_TRANSLATE_NOOP("core", "not a regular file"))};
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
        return Error{path.string(),
                     phrase(QT_TRANSLATE_NOOP("core", "%1 bytes"), {std::to_string(*size)}),
                     phrase(QT_TRANSLATE_NOOP("core", "a file of at most %1 bytes"), {std::to_string(limit)}),
                     {}};
    return read_part(path, 0, *size);
}

Result<std::string> read_part(const std::filesystem::path &path, std::uint64_t offset, std::uint64_t length)
{
    const Result<std::uint64_t> size = regular_file_size(path);
    if (!size) return size.error();
    std::ifstream file(path, std::ios::binary);
    if (!file) return Error{path.string(), {}, {}, phrase(QT_TRANSLATE_NOOP("core", "cannot be opened for reading"))};
    std::string text(offset < *size ? std::min(length, *size - offset) : 0, '\0');
    file.seekg(static_cast<std::streamoff>(offset));
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (file.bad() || static_cast<std::size_t>(file.gcount()) != text.size())
        return Error{path.string(), {}, {}, phrase(QT_TRANSLATE_NOOP("core", "could not be read to its end"))};
    return text;
}

std::string shown_name(std::string_view name)
{
    constexpr std::size_t most = 60;
    std::size_t cut = std::min(name.size(), most);
    while (cut > 0 && cut < name.size() && (static_cast<unsigned char>(name[cut]) & 0xC0U) == 0x80U) --cut;
    std::string out(name.substr(0, cut));
    for (char &c : out)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
    return cut < name.size() ? out + "…" : out;
}

} // namespace plimsoll
