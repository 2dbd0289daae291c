// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace plimsoll::fuzz {

/// One reader of what comes from outside.
struct Target {
    std::string name;
    std::vector<std::string> (*seeds)();
    void (*read)(const std::string &text);
    std::size_t allowance; ///< bytes it may hold beside twice its input
    double seconds = 2;    ///< of the processor, for each 256 KiB of an input begun
};

/// All readers of what comes from outside, and the estimate of a plan and a configuration.
[[nodiscard]] const std::vector<Target> &targets();

} // namespace plimsoll::fuzz
