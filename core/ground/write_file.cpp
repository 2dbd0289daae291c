// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/write_file.h"

#include "core/ground/phrase.h"

#include <filesystem>
#include <fstream>
#include <random>

namespace plimsoll {

namespace fs = std::filesystem;

std::optional<Error> write_file(const std::string &path, std::string_view text)
{
    std::error_code code;
    if (fs::is_directory(path, code))
        return Error{
            path, {}, phrase(QT_TRANSLATE_NOOP("core", "a file's name")), phrase(QT_TRANSLATE_NOOP("core", "is a folder"))};
    std::random_device random;
    const fs::path beside = path + ".part-" + std::to_string(random());
    {
        std::ofstream out(beside, std::ios::binary | std::ios::trunc);
        if (!out)
            return Error{path,
                         {},
                         phrase(QT_TRANSLATE_NOOP("core", "a folder that exists and may be written to")),
                         phrase(QT_TRANSLATE_NOOP("core", "cannot be written"))};
        out.write(text.data(), static_cast<std::streamsize>(text.size()));
        out.close();
        if (!out) {
            fs::remove(beside, code);
            return Error{
                path, {}, {}, phrase(QT_TRANSLATE_NOOP("core", "could not be written whole; what stood there is unchanged"))};
        }
    }
    fs::rename(beside, path, code);
    if (!code) return std::nullopt;
    const std::string reason = code.message();
    fs::remove(beside, code);
    return Error{path, {}, {}, phrase(QT_TRANSLATE_NOOP("core", "could not be put in place: %1"), {reason})};
}

} // namespace plimsoll
