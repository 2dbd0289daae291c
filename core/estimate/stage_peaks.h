// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/estimate/estimate.h"
#include "core/run/simulate.h"

namespace plimsoll {

/// The fullest moment of each stage of the last step that was run, in the order of the objective's stages; one, "step", of the
/// plain objective, of `peak` bytes; none of what trains nothing. `replayed`: through PyTorch's allocator, which counts a block whole
/// whose rest is too small to split; else by tensors.
[[nodiscard]] std::vector<StagePeak> stage_peaks(const step::Trace &trace, const Plan &plan, Bytes peak, bool replayed);

} // namespace plimsoll
