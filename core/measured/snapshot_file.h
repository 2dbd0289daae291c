// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/run/simulate.h"

#include <optional>
#include <string>

namespace plimsoll {

/// A recorded trace as torch.cuda.memory._dump_snapshot would have written it on one card (a pickle, protocol 4): segments and blocks
/// at its end, and every allocation with the phase, the module, the operation and the component as frames, the component as category
/// and "step N PHASE" as user_metadata. Sizes are those of the simulation, multiples of 512 bytes; times are the operations' numbers.
/// Error: the plan's allocator is one that this form does not show.
[[nodiscard]] Result<std::string> snapshot_file(const step::Trace &trace, const Plan &resolved);

/// The same error before anything is carried out. `serves`: an engine runs the plan that claims its memory itself.
[[nodiscard]] std::optional<Error> refuses_snapshot_file(const Plan &plan, bool serves);

} // namespace plimsoll
