// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>
#include <string_view>

namespace plimsoll {

/// A text file compiled into the program; `name` is its file name without the last extension.
struct EmbeddedFile {
    std::string_view name;
    std::string_view text;
};

/// Every file of models/presets, sorted by name: configurations as their authors published them.
[[nodiscard]] std::span<const EmbeddedFile> embedded_presets();

/// models/presets.json (the catalogue) and models/defaults.json (what transformers' configuration classes assume).
[[nodiscard]] std::span<const EmbeddedFile> embedded_tables();

/// Every file of models/families: recipes, each named by its model type.
[[nodiscard]] std::span<const EmbeddedFile> embedded_families();

/// Every file of resources/measure: parts of the script that measures a plan (core/exchange/measure.h).
[[nodiscard]] std::span<const EmbeddedFile> embedded_measure();

} // namespace plimsoll
