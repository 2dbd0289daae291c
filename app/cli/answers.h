// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/api/planner.h"

namespace plimsoll::cli {

/// What reading a plan warned of, where nothing else does.
void say_warnings(const Question &question);

/// The answer's warnings, on stderr.
void say_warnings(const PlanAnswer &answer);

/// Exit status of an answer.
[[nodiscard]] int status_of(Outcome outcome);

/// The error of a question that was typed: its field is an option's name.
[[nodiscard]] Error of_option(Error error);

} // namespace plimsoll::cli
