// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/estimate/engine_course.h"
#include "core/ground/figures.h"
#include "core/report/plan_answer.h"
#include "core/report/table.h"

#include <optional>
#include <string>
#include <vector>

namespace plimsoll {

// What reports say of an engine that makes a training's completions: beside the trainer, or on cards of its own.

/// "Fullest: generation, engine awake: 61.2 GiB, of which the engine 40.1." Of the rank that is shown.
[[nodiscard]] std::string fullest_in_words(const EngineCourse &course, ByteUnit unit = ByteUnit::binary);

/// A row for each moment of the course: stage, what the trainer reserves, what the engine holds and of that weights and cache, and
/// what is on the device; the fullest stands out. Figures without the unit's name.
[[nodiscard]] report::Table course_table(const EngineCourse &course, const ByteFigures &in);

/// The engine on cards of its own, a sentence a line: what it needs and claims of each, how many they are, a verdict for each card
/// that is named. Empty of answers without one.
[[nodiscard]] std::vector<std::string> server_in_words(const PlanAnswer &answer, ByteUnit unit = ByteUnit::binary);

} // namespace plimsoll
