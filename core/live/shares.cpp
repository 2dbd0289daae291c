// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/live/shares.h"

#include <algorithm>

namespace plimsoll {

CardShares shares_of(const LiveGpu &gpu)
{
    LiveGpu sorted;
    sorted.processes = gpu.processes;
    put_biggest_first(sorted);
    CardShares out;
    out.processes = std::move(sorted.processes);
    for (const LiveProcess &one : out.processes) {
        if (one.used)
            out.told = checked_add(out.told, *one.used).value_or(out.told);
        else
            ++out.silent;
    }
    if (gpu.used) {
        out.unexplained = std::max<Bytes>(0, *gpu.used - out.told);
        out.counted_twice = out.told > *gpu.used;
    }
    out.reserved = gpu.reserved.value;
    out.free = gpu.free.value;
    out.total = gpu.total.value;
    return out;
}

} // namespace plimsoll
