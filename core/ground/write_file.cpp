// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/write_file.h"

#include "core/ground/phrase.h"

#include <filesystem>
#include <fstream>
#include <random>

namespace plimsoll {

namespace fs = std::filesystem;

/// What a link leads to, also where nothing stands there yet.
static fs::path behind_links(fs::path path)
{
    constexpr int most_links = 40;
    std::error_code code;
    for (int i = 0; i < most_links && fs::is_symlink(path, code); ++i) {
        const fs::path target = fs::read_symlink(path, code);
        if (code) break;
        path = target.is_absolute() ? target : path.parent_path() / target;
    }
    return path;
}

std::optional<Error> write_file(const std::string &path, std::string_view text)
{
    std::error_code code;
    const fs::path file = behind_links(path);
    if (fs::is_directory(file, code))
        return Error{
            path, {}, phrase(QT_TRANSLATE_NOOP("core", "a file's name")), phrase(QT_TRANSLATE_NOOP("core", "is a folder"))};
    std::random_device random;
    const fs::path beside = file.string() + ".part-" + std::to_string(random());
    const fs::file_status before = fs::status(file, code);
    {
        std::ofstream out(beside, std::ios::binary | std::ios::trunc);
        if (!out)
            return Error{path,
                         {},
                         phrase(QT_TRANSLATE_NOOP("core", "a folder that exists and may be written to")),
                         phrase(QT_TRANSLATE_NOOP("core", "cannot be written"))};
        if (fs::is_regular_file(before)) fs::permissions(beside, before.permissions(), code);
        out.write(text.data(), static_cast<std::streamsize>(text.size()));
        out.close();
        if (!out) {
            fs::remove(beside, code);
            return Error{
                path, {}, {}, phrase(QT_TRANSLATE_NOOP("core", "could not be written whole; what stood there is unchanged"))};
        }
    }
    fs::rename(beside, file, code);
    if (!code) return std::nullopt;
    const std::string reason = code.message();
    fs::remove(beside, code);
    return Error{path, {}, {}, phrase(QT_TRANSLATE_NOOP("core", "could not be put in place: %1"), {reason})};
}

} // namespace plimsoll
