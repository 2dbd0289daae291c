// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/serving/engine_start.h"
#include "core/serving/llama_start.h"

namespace plimsoll::engines {

/// What stands beside a model in llama.cpp's server, and what of it is not counted.
struct LlamaBeside {
    LlamaDraft draft;
    Bytes tower = 0, tower_compute = 0; ///< of the file that --mmproj names, on the first card
    std::string left_out;               ///< empty: nothing
    std::vector<Warning> warnings;
};

/// inference.speculative and inference.mmproj of the call. `tensors`: the model's own, of which the layer that drafts is made;
/// `pictures`: whether a projector is loaded.
[[nodiscard]] LlamaBeside llama_beside(const StartCall &call, const std::vector<GgufTensor> &tensors, const LlamaBuild &build,
                                       bool pictures);

} // namespace plimsoll::engines
