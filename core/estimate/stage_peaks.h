// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/estimate/estimate.h"
#include "core/run/simulate.h"

namespace plimsoll {

/// What stands beside PyTorch's allocator in a stage.
struct BesideStages {
    Bytes context = 0;
    Bytes training = 0, generating = 0; ///< of an engine that generates: while the model trains, and while it is awake
};

/// The fullest moment of each stage of the last step that was run, in the order of the objective's stages; one, "step", of the
/// plain objective, as `peak` says; none of what trains nothing. `replayed`: through PyTorch's allocator, which counts a block whole
/// whose rest is too small to split, and keeps what is freed; else by tensors, reserved as much more as at the peak.
[[nodiscard]] std::vector<StagePeak> stage_peaks(const step::Trace &trace, const Plan &plan, const Peak &peak, bool replayed,
                                                 const BesideStages &beside);

/// Those of an engine's start, which has them for stages: load, profile, capture, serve. `peak`: what it holds once it serves.
/// `context`: of the process, before its libraries grow in the profile pass by `non_torch`.
[[nodiscard]] std::vector<StagePeak> start_stages(const step::Trace &trace, const Peak &peak, Bytes context, Bytes non_torch);

} // namespace plimsoll
