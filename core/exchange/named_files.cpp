// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/named_files.h"

#include "core/ground/phrase.h"
#include "core/ground/read_file.h"

#include <vector>

namespace plimsoll {

ConfigReader files_beside(const std::filesystem::path &folder)
{
    return [folder](const std::string &path) -> Result<std::string> {
        constexpr int most_above = 6;
        std::error_code error;
        std::filesystem::path base = std::filesystem::absolute(folder.empty() ? "." : folder, error);
        std::vector<std::filesystem::path> places{base / path, std::filesystem::path(path)};
        for (int i = 0; i < most_above && base.has_parent_path() && base != base.parent_path(); ++i) {
            base = base.parent_path();
            places.push_back(base / path);
        }
        for (const std::filesystem::path &place : places)
            if (std::filesystem::is_regular_file(place, error)) return read_file(place, largest_config);
        return Error{path, {}, {}, phrase(QT_TRANSLATE_NOOP("core", "there is no such file"))};
    };
}

} // namespace plimsoll
