// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace plimsoll {

/// What core/model says in the language that is set, one a line: errors, assumptions, why a step is left out, what it
/// approximates. `fixtures`: tests/fixtures. `stride`: only every so many-th of the damaged configurations is read.
[[nodiscard]] std::vector<std::string> said_of_configurations(const std::filesystem::path &fixtures, std::size_t stride);
/// Classes that a configuration may name, known and unknown, and configurations of models that nobody describes.
[[nodiscard]] std::vector<std::string> said_of_classes(const std::filesystem::path &fixtures, std::size_t stride);
[[nodiscard]] std::vector<std::string> said_of_quantisations();
/// Adapters on all models of the fixtures.
[[nodiscard]] std::vector<std::string> said_of_adapters(const std::filesystem::path &fixtures);
/// References to models that are not there, and broken files. `folder` is empty, and is written into.
[[nodiscard]] std::vector<std::string> said_of_files(const std::filesystem::path &folder);

} // namespace plimsoll
