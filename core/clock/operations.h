// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/torch/work.h"

namespace plimsoll {

/// What stands behind the name of an operation that makes a tensor.
struct Operation {
    bool told_apart = false; ///< its work is among the products or attentions, or no kernel runs: only the launch counts
    bool no_launch = false;  ///< nothing is launched
    bool backward = false;   ///< autograd's engine launches it
    double reads = 1;        ///< bytes read for each written
    bool to_host = false;    ///< crosses the bus
};
[[nodiscard]] Operation operation_named(const char *name);

} // namespace plimsoll
