// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// What is wrong in a catalogue file, and where. `line` counts from 1.
struct CatalogueProblem {
    std::string file;
    int line = 0;
    Error error;
    bool operator==(const CatalogueProblem &) const = default;
    /// "gpus.json:12: memory.nominal: read "24 GX", accepted: a size such as "24 GiB""
    [[nodiscard]] std::string message() const;
};

/// The texts of the objects in the top-level array `name`, found by brackets alone, so that one that is not valid JSON costs
/// only itself. They point into `text`.
[[nodiscard]] std::vector<std::string_view> catalogue_entries(std::string_view text, std::string_view name);

/// Line of `entry`, a part of `text`, or of its field ("memory.nominal") where that is found.
[[nodiscard]] int line_of_field(std::string_view text, std::string_view entry, const std::string &field = {});

/// Line on which `text` stops being JSON; 1 where it is JSON, or ends before it begins.
[[nodiscard]] int line_of_mistake(std::string_view text);

/// Line of `text` on which `entry`, a part of it, stops being JSON; that of its begin where it is JSON.
[[nodiscard]] int line_of_mistake(std::string_view text, std::string_view entry);

/// What is said of keys that stand twice in `entry`, a part of `text` that is JSON (repeated_keys()): where the last one does.
[[nodiscard]] std::vector<CatalogueProblem> repetitions(const std::string &file, std::string_view text, std::string_view entry,
                                                        int levels = 100);

/// The content of a user's catalogue file. Nothing when there is none; the problem says why one cannot be read.
struct CatalogueFile {
    std::string text;
    std::vector<CatalogueProblem> problems;
};
[[nodiscard]] CatalogueFile read_catalogue_file(const std::string &path);

/// A file of the user's configuration folder: $XDG_CONFIG_HOME/plimsoll/NAME, else ~/.config/plimsoll/NAME (%APPDATA% on
/// Windows); empty without a home.
[[nodiscard]] std::string user_file_path(const std::string &name);

} // namespace plimsoll
