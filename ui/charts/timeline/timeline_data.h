// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/estimate/engine_course.h"
#include "ui/charts/memory_data.h"
#include "ui/document/numbers.h"
#include "ui/theme/palette.h"

#include <QString>

#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace plimsoll {

using TimelinePoints = std::shared_ptr<const std::vector<TimelinePoint>>;

/// What a real run had allocated through one phase of the step: over its operations [first, last) in `points`, from left to right
/// in even parts. One height alone is the most it came to there.
struct MeasuredCourse {
    std::size_t first = 0, last = 0;
    std::vector<Bytes> heights;

    bool operator==(const MeasuredCourse &) const = default;
};

/// What a phase takes of a step, all its micro-batches together.
struct PhaseSeconds {
    Phase phase = Phase::load;
    double seconds = 0;

    bool operator==(const PhaseSeconds &) const = default;
};

/// What an engine that generates beside the trainer has of the card in one phase: from what trainer and context hold up to what is
/// on the device.
struct EngineSpan {
    Phase phase = Phase::load;
    Bytes from = 0, to = 0;

    bool operator==(const EngineSpan &) const = default;
};

/// Bytes allocated after each operation of a step.
struct TimelineData {
    TimelinePoints points; ///< empty or null: nothing to draw
    Bytes held = 0;        ///< reserved + context, the band that joins the timeline to the columns; 0: none
    std::vector<LoadLine> lines;
    Numbers numbers;
    std::set<Group> expanded;
    std::vector<MeasuredCourse> measured = {}; ///< in order; a line over the stack
    std::vector<EngineSpan> engine = {};       ///< a band over the stack; none: no engine stands beside the trainer
    std::vector<PhaseSeconds> seconds = {};    ///< the axis is time, operations evenly in their phase; none: one after the other

    bool operator==(const TimelineData &) const = default;
};

/// Neighbouring operations of one phase, those of a tower apart: [first, last) in `points`.
struct PhaseRun {
    Phase phase = Phase::load;
    std::size_t first = 0, last = 0;
    std::size_t peak = 0; ///< its operation with the most bytes allocated
    bool tower = false;   ///< what reads pictures or sound, and its projector

    bool operator==(const PhaseRun &) const = default;
};

inline namespace window_text {
/// Translated: "loss backward".
[[nodiscard]] QString title_of(Phase phase);
/// The same of a run: "tower, forward".
[[nodiscard]] QString title_of(const PhaseRun &run);
} // namespace window_text
/// The most that a real run had in the phases shown; nothing where none stands there.
[[nodiscard]] std::optional<Bytes> most_measured(const TimelineData &data);
/// Whether what is drawn is an engine's start, not a step.
[[nodiscard]] bool is_start(const TimelineData &data);
/// Phases that are shown, in order: loading is left out where a step itself is there.
[[nodiscard]] std::vector<PhaseRun> phase_runs(const TimelineData &data);
/// An engine's course as spans of the phases that the points have; none without a course.
[[nodiscard]] std::vector<EngineSpan> engine_spans(const std::optional<EngineCourse> &course, const TimelinePoints &points);
/// Of one phase; null: none stands there.
[[nodiscard]] const EngineSpan *engine_in(const TimelineData &data, Phase phase);
/// Where one operation stands, for breakdown and tips: "layer 12, backward", "log_softmax, loss backward".
[[nodiscard]] QString moment_of(const TimelinePoint &point);
/// The timeline's answer in a sentence.
[[nodiscard]] QString sentence_of(const TimelineData &data);

} // namespace plimsoll
