// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/report/plan_answer.h"

#include <span>
#include <string>
#include <vector>

namespace plimsoll {

/// A figure of a run that plans are laid side by side by, beside what it needs on the device.
struct ProcessFigure {
    std::string title;
    /// Absent: it says nothing of this run. PyTorch's allocator holds no engine's memory, and only an engine claims more than it
    /// needs; hosts and bytes sent are those of trainings that are spread over ranks.
    std::optional<Bytes> (*of)(const Estimate &estimate);
};

/// Those that say something of any of the plans: what tensors take and PyTorch reserves, what an engine takes of a
/// card, what hosts hold and ranks send.
[[nodiscard]] std::vector<ProcessFigure> process_figures(std::span<const PlanAnswer> answers);

} // namespace plimsoll
