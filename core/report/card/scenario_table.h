// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/report/document.h"

namespace plimsoll::report {

/// A row for each answer: its figures, what it needs on the device with its interval, a verdict for each card of any of them.
/// `with_plans`: also the plan in words.
[[nodiscard]] Table scenario_table(const ReportInput &input, bool with_plans);

} // namespace plimsoll::report
