// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/live/drm_clients.h"
#include "core/live/intel_regions.h"
#include "core/live/live.h"

#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace plimsoll {

/// Where a recorded tree stands in the place of /sys, /proc, /dev and /usr/share; empty: this machine.
struct DrmOptions {
    std::string root;
    /// How Intel's drivers are asked for their memory; the kernel's own calls unless a test has others.
    AskRegions regions = ask_intel_regions;
    std::chrono::milliseconds longest_sweep{500};

    [[nodiscard]] std::string sys() const { return root + "/sys"; }
    [[nodiscard]] std::string proc() const { return root + "/proc"; }
    [[nodiscard]] std::string dev() const { return root + "/dev"; }
    [[nodiscard]] std::string share() const { return root + "/usr/share"; }
};

/// A card as /sys/class/drm lists it.
struct DrmCard {
    std::string node;   ///< "card1"
    std::string slot;   ///< "0000:03:00.0"
    std::string driver; ///< "amdgpu", "xe", "i915"
    std::string folder; ///< of the device
    std::string vendor; ///< "AMD", "Intel"
    bool operator==(const DrmCard &) const = default;
};

/// Cards of AMD and Intel that a driver holds, by slot: card numbers change from start to start. No connectors, no virtual cards.
[[nodiscard]] std::vector<DrmCard> drm_cards(const std::string &sys_root);

/// The figures of AMD's card, without processes: sysfs as Documentation/gpu/amdgpu/driver-misc.rst has it, hwmon beside.
void read_amd_card(const DrmCard &card, const DrmOptions &options, LiveGpu &gpu);
/// Bytes by pid of ROCm's processes on the card, /sys/class/kfd/kfd/proc/PID/vram_ID: pids of the first namespace.
[[nodiscard]] std::map<std::uint32_t, Bytes> kfd_processes(const DrmCard &card, const std::string &sys_root);
/// The same of Intel's.
void read_intel_card(const DrmCard &card, const DrmOptions &options, LiveGpu &gpu);

/// What of a client's regions lies in the card's own memory; of one without any, all that it holds.
[[nodiscard]] Bytes held_of(const std::map<std::string, Bytes, std::less<>> &regions, bool unified);

/// "AMD Radeon RX 7900 XTX" by the lists that libdrm and pciutils install; the ids where they know none.
[[nodiscard]] Reading<std::string> name_of_card(const DrmCard &card, const std::string &share);

/// The first hwmon of a device whose file is there: "temp1_input".
[[nodiscard]] std::optional<std::int64_t> hwmon_number(const std::string &device_folder, const std::string &file);

/// AMD's and Intel's cards through what the kernel tells every program: no library, nothing woken.
class DrmSource : public LiveSource {
public:
    explicit DrmSource(DrmOptions options = {}) : m_options(std::move(options)) {}
    /// Indices from 0, by slot.
    [[nodiscard]] LiveSnapshot read() override;

private:
    [[nodiscard]] LiveGpu read_card(const DrmCard &card);
    void add_processes(const DrmCard &card, const DrmSweep &sweep, LiveGpu &gpu) const;

    DrmOptions m_options;
    std::map<std::string, Reading<std::string>> m_names; ///< by slot: they do not change
};

} // namespace plimsoll
