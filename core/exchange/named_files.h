// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/import.h"

#include <filesystem>

namespace plimsoll {

/// Files that a configuration names: from its own folder, from where the program runs, and from the folders above the configuration, for
/// paths that are written from a repository's top.
[[nodiscard]] ConfigReader files_beside(const std::filesystem::path &folder);

} // namespace plimsoll
