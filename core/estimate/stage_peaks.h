// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/estimate/estimate.h"
#include "core/estimate/trace_view.h"
#include "core/run/simulate.h"

namespace plimsoll {

/// Of which stage a phase is (StagePeak::stage): the head is part of the pass that it ends. A teacher's pass is called otherwise.
[[nodiscard]] std::string_view stage_of(Phase phase);

/// What stands beside PyTorch's allocator in a stage.
struct BesideStages {
    Bytes context = 0;
    Bytes training = 0, generating = 0; ///< of an engine that generates: while the model trains, and while it is awake
};

/// The fullest moment of each stage of the last step that was run, in the order of the objective's stages; one, "step", of the
/// plain objective, as `peak` says; none of what trains nothing. `replayed`: through PyTorch's allocator, which counts a block whole
/// whose rest is too small to split, and keeps what is freed; else by tensors, reserved as much more as at the peak. `phases`: what that allocator came to in
/// each, where it was already asked; empty: it is asked here.
[[nodiscard]] std::vector<StagePeak> stage_peaks(const step::Trace &trace, const Plan &plan, const Peak &peak, bool replayed,
                                                 const BesideStages &beside, const std::vector<PhaseStretch> &phases = {});

/// Those of an engine's start, which has them for stages: load, profile, capture, serve. `peak`: what it holds once it serves.
/// `context`: of the process, before its libraries grow in the profile pass by `non_torch`.
[[nodiscard]] std::vector<StagePeak> start_stages(const step::Trace &trace, const Peak &peak, Bytes context, Bytes non_torch);

} // namespace plimsoll
