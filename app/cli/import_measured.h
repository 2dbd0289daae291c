// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "app/cli/option_parser.h"
#include "core/ground/result.h"

#include <filesystem>
#include <optional>
#include <string>

namespace plimsoll::cli {

void add_measured_options(OptionParser &parser);

/// Prints what a measured run says, beside its plan; returns the exit status. Nothing: the file is a configuration. `text`: of
/// standard input, where the path is "-".
[[nodiscard]] std::optional<int> import_measured(const OptionParser &parser, const std::filesystem::path &path,
                                                 const std::string &text, const std::string &format);

} // namespace plimsoll::cli
