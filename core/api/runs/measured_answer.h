// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/api/answer.h"
#include "core/api/models.h"
#include "core/api/question.h"
#include "core/api/runs/message_beside.h"
#include "core/measured/comparison.h"
#include "core/measured/learned_file.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace plimsoll {

/// A measured run, and the plan that it was of or is held against.
struct MeasuredAnswer {
    Measured measured;
    std::optional<PlanAnswer> planned; ///< nothing: no plan was named
    std::vector<PhaseComparison> phases;
    std::optional<Parting> parts;
    std::optional<MessageBeside> message = {}; ///< of a message that memory ran out, beside the plan
    std::vector<std::string> other = {}; ///< what the run says that is not the plan's (other_run.h): nothing is learned of it
};

/// A figure of time, measured and planned; its 90 % interval.
struct SpeedBeside {
    std::string what; ///< "step_seconds", "tokens_per_second", "prefill_tokens_per_second", …
    double measured = 0, planned = 0;
    bool takes = false; ///< seconds, not a rate
    TimeRange interval;
    bool operator==(const SpeedBeside &) const = default;
};
/// Of what both sides know.
[[nodiscard]] std::vector<SpeedBeside> speeds_beside(const MeasuredAnswer &answer);

/// Reads the same file anew, where a second look is needed.
using OpenAgain = std::function<std::unique_ptr<std::istream>()>;

/// Carries out the plan beside the run. `question` absent: the plan that the run itself says, with its releases and its card. Of a
/// snapshot `run` says where its peaks are and `again` opens it once more. `timeline`: the planned step with it. Error: the plan's.
[[nodiscard]] Result<MeasuredAnswer> measured_beside(KnownModels &models, Measured measured, std::optional<Question> question,
                                                     const std::optional<SnapshotRun> &run = {}, const OpenAgain &again = {},
                                                     bool timeline = false);

/// What estimates may learn of it: one card, a plan that was carried out to its end, and its figures. Nothing where something of
/// that is not known. `measurement`: on one line.
[[nodiscard]] std::optional<KeptRun> kept_run(const MeasuredAnswer &answer, std::string_view measurement);

/// docs/schema/import.md.
[[nodiscard]] nlohmann::ordered_json measured_answer_to_json(const MeasuredAnswer &answer);
[[nodiscard]] std::string measured_answer_to_text(const MeasuredAnswer &answer);

} // namespace plimsoll
