// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// One /proc/PID/fdinfo/FD of a card, as Documentation/gpu/drm-usage-stats.rst has it.
struct DrmClient {
    std::string driver; ///< "amdgpu", "xe", "i915"
    std::string slot;   ///< drm-pdev: "0000:03:00.0"
    std::string id;     ///< drm-client-id; the same in each descriptor of one client
    /// By region ("vram", "gtt", "vram0", "local0", "system"): what is there of it, drm-resident-*; of drivers without it
    /// drm-memory-*; else drm-total-*, which counts what was never touched as well.
    std::map<std::string, Bytes, std::less<>> regions;
    bool operator==(const DrmClient &) const = default;
};

/// Nothing where the text is of another descriptor, or of a driver that names neither card nor client.
[[nodiscard]] std::optional<DrmClient> drm_client(std::string_view fdinfo);

/// What a process holds of one card: all of its clients there, each counted once.
struct DrmProcess {
    std::uint32_t pid = 0;
    std::string slot;
    std::map<std::string, Bytes, std::less<>> regions;
    bool compute = false; ///< it has /dev/kfd open: what ROCm runs
    bool operator==(const DrmProcess &) const = default;
};

struct DrmSweep {
    std::vector<DrmProcess> processes; ///< by pid and slot
    int hidden = 0;                    ///< processes whose descriptors may not be seen: of other users
    bool cut = false;                  ///< the time was up before all were seen
};

/// Looks through the descriptors of every process, for at most `longest`. A client that several processes hold (a descriptor that
/// was passed on, or inherited) counts in the one of the lowest pid.
[[nodiscard]] DrmSweep sweep_drm_clients(const std::string &proc_root,
                                         std::chrono::milliseconds longest = std::chrono::milliseconds(500));

} // namespace plimsoll
