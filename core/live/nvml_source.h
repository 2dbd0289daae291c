// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/live/live.h"
#include "core/live/nvml_library.h"

#include <string>
#include <vector>

namespace plimsoll {

struct NvmlOptions {
    std::vector<std::string> candidates = nvml::default_candidates();
    std::string sys_root = "/sys";   ///< for runtime power management, which a query would disturb
    std::string proc_root = "/proc"; ///< for the names of processes
};

/// NVIDIA's cards through NVML, opened at run time: no build dependency, and a missing driver is an answer, not an error.
class NvmlSource : public LiveSource {
public:
    explicit NvmlSource(NvmlOptions options = {});
    ~NvmlSource() override;
    [[nodiscard]] LiveSnapshot read() override;
    void detach() override;

private:
    struct Slot; ///< what is remembered of a device between readings

    bool attach(LiveSnapshot &snapshot);
    [[nodiscard]] LiveGpu read_device(unsigned index);
    void read_slices(nvml::Device device, const LiveGpu &parent, std::vector<LiveGpu> &out);
    void read_figures(nvml::Device device, LiveGpu &gpu);
    void read_memory(nvml::Device device, LiveGpu &gpu);
    void read_processes(nvml::Device device, LiveGpu &gpu) const;
    void say_what_wsl_hides(LiveGpu &gpu) const;
    [[nodiscard]] bool asleep(const std::string &bus_id) const;
    [[nodiscard]] bool all_asleep() const;

    NvmlOptions m_options;
    std::shared_ptr<nvml::Library> m_library;
    bool m_attached = false;
    bool m_lost = false; ///< a device was lost in this reading: initialise anew, the longer it lasts the more seldom
    int m_patience = 0, m_restarts = 0;
    std::string m_driver;
    std::vector<Slot> m_slots;
};

} // namespace plimsoll
