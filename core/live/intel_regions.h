// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace plimsoll {

/// One memory that Intel's driver knows of.
struct IntelRegion {
    bool system = false; ///< the machine's own
    Bytes total = 0;
    /// By all processes; absent where the kernel keeps it from programs without CAP_PERFMON.
    std::optional<Bytes> used;
    bool operator==(const IntelRegion &) const = default;
};

struct IntelRegions {
    std::vector<IntelRegion> regions;
    std::string reason; ///< why there are none
};

/// Asks the driver ("xe" or "i915") behind a node such as /dev/dri/renderD128.
using AskRegions = std::function<IntelRegions(const std::string &driver, const std::string &node)>;

/// DRM_IOCTL_XE_DEVICE_QUERY with DRM_XE_DEVICE_QUERY_MEM_REGIONS, DRM_IOCTL_I915_QUERY with DRM_I915_QUERY_MEMORY_REGIONS
/// (include/uapi/drm/{xe,i915}_drm.h).
[[nodiscard]] IntelRegions ask_intel_regions(const std::string &driver, const std::string &node);

/// What the kernel answered, as regions; the reason where it is none. For tests of the layouts.
[[nodiscard]] IntelRegions xe_regions(const std::vector<unsigned char> &answer);
[[nodiscard]] IntelRegions i915_regions(const std::vector<unsigned char> &answer);

} // namespace plimsoll
