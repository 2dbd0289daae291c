// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/live/crossings.h"

namespace plimsoll {

std::vector<LiveGpu> Crossings::take(const LiveSnapshot &snapshot, int percent)
{
    std::vector<LiveGpu> out;
    for (const LiveGpu &gpu : snapshot.gpus) {
        const std::optional<int> used = percent_used(gpu);
        if (!used) continue;
        const std::string key = gpu.uuid ? *gpu.uuid : gpu.label();
        if (*used >= percent) {
            if (m_over.insert(key).second) out.push_back(gpu);
        } else if (*used <= percent - back_below) {
            m_over.erase(key);
        }
    }
    return out;
}

} // namespace plimsoll
