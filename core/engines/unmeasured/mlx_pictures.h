// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/unmeasured/unmeasured.h"

namespace plimsoll::mlx {

/// What mlx-vlm 0.7 holds where pictures stand in prompts (images.per_row), which mlx-lm reads none of; bytes.
struct Seen {
    Bytes weights = 0;             ///< tower and projector, which its converter leaves plain
    Bytes pass = 0;                ///< of one prompt's pictures through the tower, beside nothing of the language model's pass
    Bytes features = 0;            ///< and of the whole prompt's embedding, which stand while the language model reads it
    std::vector<Warning> warnings; ///< what other libraries on MLX take, and what caches keep
};
/// Nothing (all 0) where the call has no pictures, or no tower is described. Sizes of a picture: mlx_vlm/models/qwen3_vl/vision.py,
/// models/attention.py.
[[nodiscard]] Seen seen_of(const StartCall &call, const unmeasured::Rank &rank);

} // namespace plimsoll::mlx
