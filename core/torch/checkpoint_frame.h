// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/torch/autograd.h"
#include "core/torch/costly_results.h"

namespace plimsoll::step {

/// State of one checkpointed region: how much it saved, how to run it again, and what the second run saved.
struct CheckpointFrame : FrameHandle {
    Tensor input;
    std::function<Tensor(Tensor)> forward;
    std::optional<Dtype> autocast;
    Scope scope;
    int saved = 0;        ///< tensors the first run saved
    bool on_host = false; ///< `input` has no storage meanwhile
    bool stops_early = true;
    bool recomputing = false;
    bool recomputed = false;
    std::vector<Tensor> again;
    std::vector<bool> gone;              ///< whose node went before backward asked: torch holds its place weakly
    std::optional<CostlyResults> costly; ///< of a checkpoint that keeps some results

    void recompute(Machine &machine);
};

} // namespace plimsoll::step
