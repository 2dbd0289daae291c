// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/live/nvml_library.h"

#include <utility>
#include <vector>

namespace plimsoll::nvml {

struct ProcessList {
    std::vector<ProcessHead> processes;
    Return code = success; ///< why the list is not known
};

/// Reads a process list whatever size its entries have: that changed twice under one symbol, so it is found out from what the
/// driver wrote. `list` is one of the running-processes functions.
[[nodiscard]] ProcessList read_process_list(Return (*list)(Device, unsigned *, void *), Device device);

} // namespace plimsoll::nvml
