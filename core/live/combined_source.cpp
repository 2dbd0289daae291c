// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/live/combined_source.h"

#include "core/live/device_files.h"

#include <algorithm>

namespace plimsoll {

namespace {

/// Display controllers of NVIDIA's on the bus, awake or not.
int nvidia_cards(const std::string &sys_root)
{
    const std::string devices = sys_root + "/bus/pci/devices";
    int count = 0;
    for (const std::string &slot : names_in(devices))
        if (first_line(devices + '/' + slot + "/vendor") == "0x10de" &&
            first_line(devices + '/' + slot + "/class").starts_with("0x03"))
            ++count;
    return count;
}

} // namespace

CombinedSource::CombinedSource(std::vector<std::unique_ptr<LiveSource>> sources, std::string sys_root)
    : m_sources(std::move(sources)), m_sys_root(std::move(sys_root))
{}

int CombinedSource::index_of(std::size_t source, const LiveGpu &gpu)
{
    const std::string identity = gpu.slot.empty() ? gpu.vendor + std::to_string(gpu.index) : gpu.slot;
    const auto known = m_indices.find({source, identity});
    if (known != m_indices.end()) return known->second;
    int index = m_first_free;
    for (const auto &[key, taken] : m_indices) index = std::max(index, taken + 1);
    return m_indices[{source, identity}] = index;
}

LiveSnapshot CombinedSource::read()
{
    LiveSnapshot out;
    for (std::size_t i = 0; i < m_sources.size(); ++i) {
        LiveSnapshot one = m_sources[i]->read();
        out.time_ms = std::max(out.time_ms, one.time_ms);
        if (out.driver.empty()) out.driver = one.driver;
        for (LiveGpu &gpu : one.gpus) {
            if (i == 0 && m_indices.empty()) m_first_free = std::max(m_first_free, gpu.index + 1);
            if (i > 0) gpu.index = index_of(i, gpu);
            put_biggest_first(gpu);
            out.gpus.push_back(std::move(gpu));
        }
        if (i == 0 && m_indices.empty()) m_first_free = std::max(m_first_free, nvidia_cards(m_sys_root));
        for (std::string &line : one.looked_for) out.looked_for.push_back(std::move(line));
    }
    return out;
}

void CombinedSource::detach()
{
    for (const auto &source : m_sources) source->detach();
}

} // namespace plimsoll
