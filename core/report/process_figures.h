// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/report/plan_answer.h"

#include <span>
#include <string>
#include <vector>

namespace plimsoll {

/// A figure of a whole process that plans are laid side by side by, beside what it needs on the device.
struct ProcessFigure {
    std::string title;
    /// Absent: it says nothing of this run. PyTorch's allocator holds no engine's memory, and only an engine claims more than it
    /// needs.
    std::optional<Bytes> (*of)(const ProcessEstimate &process);
};

/// Those that say something of any of the plans: what tensors take and PyTorch reserves, what an engine takes of a card.
[[nodiscard]] std::vector<ProcessFigure> process_figures(std::span<const PlanAnswer> answers);

} // namespace plimsoll
