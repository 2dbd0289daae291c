// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace plimsoll::bench {

struct Run {
    int status = 0;          ///< exit status; 128 and more: ended by a signal
    double seconds = 0;      ///< from spawning to its end
    double memory_bytes = 0; ///< highest resident set
    std::string output;      ///< standard output
};

/// Runs a program to its end; standard error goes where ours does. Absent: it could not be started.
[[nodiscard]] std::optional<Run> run(const std::vector<std::string> &command);

} // namespace plimsoll::bench
