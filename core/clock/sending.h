// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/clock/links.h"
#include "core/estimate/estimate.h"

namespace plimsoll {

/// What ranks send each other in a step, and when; seconds.
struct Sending {
    double hidden = 0;  ///< runs beside the computation
    double exposed = 0; ///< does not
    bool between_nodes = false;
    bool guessed = false;
    Count widest = 0; ///< ranks of the widest group whose links are guessed or stated
};

/// `node`: of one machine; `layers`: of the whole model.
[[nodiscard]] Sending sending_of(const Estimate &estimate, const CardSpeed &card, const NodeLinks &node, Count layers);

} // namespace plimsoll
