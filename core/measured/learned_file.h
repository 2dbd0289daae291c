// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/estimate/learned.h"
#include "core/ground/result.h"
#include "core/measured/measured.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// What is kept of a measured run: what was planned beside it, and the measurement itself (plimsoll.learned/1, a line of the file).
struct KeptRun {
    LearnedRun run;
    std::string measurement; ///< plimsoll.measurement/1 on one line
    bool operator==(const KeptRun &) const = default;
};

/// measurements.jsonl in the user's configuration folder.
[[nodiscard]] std::string measurements_path();

/// The lines of such a file. A line that is none is left out, and `broken` counts it.
[[nodiscard]] std::vector<KeptRun> kept_runs(std::string_view text, Count *broken = nullptr);
[[nodiscard]] std::string to_line(const KeptRun &run);

/// Adds the run to the file, in the place of the same one, and leaves all other lines as they are, those that cannot be read too.
/// Written atomically. Error: the file cannot be read or written.
[[nodiscard]] std::optional<Error> keep_run(const KeptRun &run, const std::string &path = measurements_path());

/// Estimates learn from what the file holds; nothing where it is not there.
void learn_from_file(const std::string &path = measurements_path());

} // namespace plimsoll
