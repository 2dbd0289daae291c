// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/cards/gpu.h"

#include <optional>

namespace plimsoll {

struct Estimate;
struct Holder;
struct Need;

/// A run on a card that shares its memory with the host: what both take of it, against what is free of it at the start. Bytes.
struct OneMemory {
    FreeAtStart free;    ///< what must stay free (target.reserve_fraction) taken off; of a live reading least and most are one
    Bytes card = 0;      ///< that the run holds as the card's: need's upper end, or what an engine claims
    Bytes host = 0;      ///< that it holds on the host: what was moved there
    Bytes file = 0;      ///< cache of the weights' file that stands beside them until it is reclaimed
    Bytes processes = 0; ///< of an engine, outside of what it claims
    Bytes copied = 0;    ///< weights that stand beside that cache while they are loaded
    std::optional<Bytes> claimed; ///< an engine's share, which it fills
    bool asks_free = false;       ///< it does not start where less than its share is free
    bool operator==(const OneMemory &) const = default;

    /// Loading comes first: an engine that fills its share does so while the file's cache still stands there.
    [[nodiscard]] Bytes running() const { return card + host + (claimed ? file + processes : 0); }
    [[nodiscard]] Bytes loading() const { return copied + file; }
    /// How much of what was free at least is left; negative: what is missing.
    [[nodiscard]] Bytes spare() const { return free.least - std::max(running(), loading()); }
};

/// Nothing where the card has a memory of its own. `reserve`: bytes that shall stay free. `now`: free at this moment, where that was
/// read.
[[nodiscard]] std::optional<OneMemory> one_memory(const Holder &holder, const Gpu &gpu, const Need &need, Bytes reserve,
                                                  std::optional<Bytes> now = std::nullopt);

/// Whether all that the plan moves to the host is counted there, in bytes (RunFigures::host).
[[nodiscard]] bool host_is_counted(const Estimate &estimate);

} // namespace plimsoll
