// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cards/gpu.h"

#include <map>
#include <mutex>
#include <utility>

namespace plimsoll {

const Gpu &with_process_limit(const Gpu &card, Bytes limit)
{
    static std::mutex guard;
    static std::map<std::pair<const Gpu *, Bytes>, Gpu> known; // nodes of a map stay where they are
    const std::scoped_lock locked(guard);
    const auto [entry, made] = known.try_emplace({&card, limit}, card);
    if (!made) return entry->second;
    Gpu &out = entry->second;
    out.memory_process = out.memory_process_windows = limit;
    std::erase_if(out.figures, [](const FigureSource &figure) { return figure.field.starts_with("memory.process"); });
    for (const char *field : {"memory.process", "memory.process_windows"})
        out.figures.push_back({field, Certainty::stated, "target.process_bytes"});
    return out;
}

} // namespace plimsoll
