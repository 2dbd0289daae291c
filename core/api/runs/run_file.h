// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/api/runs/measured_answer.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace plimsoll {

/// What a real run left behind, read, and nothing held against it yet.
struct RunFile {
    std::string source; ///< as --from names it: "snapshot", "measurement", "nvidia-smi"
    Measured measured;
    std::optional<SnapshotRun> snapshot = {}; ///< of a snapshot: where its peaks stand
    OpenAgain again = {};
    std::string text = {}; ///< of a measurement: as it stands, for shared_measurement() and keep_measured()
};

/// Whether a file that begins so is read as a run's before anything else is thought of it: a pickle, or one that is compressed.
[[nodiscard]] bool begins_run(std::string_view beginning);

/// Reads a snapshot, a measurement or a log. `from`: which of them; empty: as the file itself says. Nothing where it is none, or
/// cannot be opened. `wanted`: false ends the reading of a snapshot, now and when it is read again, as if its file ended there.
/// Errors: what is compressed cannot be unpacked, or its reader's.
[[nodiscard]] Result<std::optional<RunFile>> read_run_file(const std::filesystem::path &path, std::string_view from = {},
                                                           const std::function<bool()> &wanted = {});
/// The same of what was piped in or pasted. `name`: what an error calls it.
[[nodiscard]] Result<std::optional<RunFile>> run_of_text(std::string text, std::string_view from = {},
                                                         std::string_view name = {});

/// The run beside a plan, as measured_beside() does it; `question` absent: beside its own.
[[nodiscard]] Result<MeasuredAnswer> beside_plan(KnownModels &models, const RunFile &run, std::optional<Question> question,
                                                 bool timeline = false);

/// A run that was kept, and how many its interval now rests on.
struct Kept {
    std::string card, runner, path;
    Count runs = 0;
    bool operator==(const Kept &) const = default;
};

/// Keeps a measurement that stands beside its own plan, and estimates learn from it at once. Nothing where nothing can be learned
/// of it. Error: the file cannot be read or written.
[[nodiscard]] Result<std::optional<Kept>> keep_measured(const MeasuredAnswer &answer, const RunFile &run,
                                                        const std::string &path = measurements_path());
/// "kept: 3 of trl on NVIDIA A100 … in …/measurements.jsonl"
[[nodiscard]] std::string words_for(const Kept &kept);

} // namespace plimsoll
