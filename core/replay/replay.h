// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/replay/caching_allocator.h"

#include <optional>
#include <span>
#include <vector>

namespace plimsoll {

struct ReplayResult {
    bool finished = true;                 ///< false: out of memory at `failed_at`; the figures are those until then
    std::optional<std::size_t> failed_at; ///< index of the event
    Bytes peak_allocated = 0;             ///< since the last `loaded`, else since the start
    Bytes peak_reserved = 0;
    Bytes end_allocated = 0;
    Bytes end_reserved = 0;
    Count segments = 0;          ///< at the end
    std::vector<Bytes> requests; ///< Allocator::asked() at the reserved peak; none where the end is lower
    Count retries = 0;
    bool operator==(const ReplayResult &) const = default;
};

/// What an allocator came to that applied `done` of `events` events.
[[nodiscard]] ReplayResult result_of(const Allocator &allocator, std::size_t done, std::size_t events);

/// The events of the step after `step`, which are its own but for the storages that one step leaves to the next: it frees those
/// that `step` left in the place of those that `step` freed, and leaves others in their place. Nothing where `step` leaves more
/// or fewer than it found.
[[nodiscard]] std::vector<AllocatorEvent> next_step(std::span<const AllocatorEvent> step);

/// Replays the events. A capacity in the options holds from the first `loaded` on, or from the start when there is none.
[[nodiscard]] ReplayResult replay(std::span<const AllocatorEvent> events, const AllocatorOptions &options = {});

/// The same of an allocator that has seen nothing yet and is left as the events leave it.
[[nodiscard]] ReplayResult replay(std::span<const AllocatorEvent> events, Allocator &allocator,
                                  std::optional<Bytes> capacity = std::nullopt);

struct CapacityNeed {
    ReplayResult roomy; ///< on a card without end
    Bytes required = 0; ///< the least capacity on which the events still finish; roomy.peak_reserved when they never do
    bool operator==(const CapacityNeed &) const = default;
};

/// Replays the events and finds the least capacity on which they still finish, loading not limited: bisected in MiB between
/// the peaks of allocated and reserved until both ends are `resolution` apart (0: 1/500 of the reserved peak and at least
/// 16 MiB, which is how the reference rows were bisected). The upper end is returned, on which the run was seen to finish.
/// Whether a run finishes need not be monotone in the capacity; the probes are those of the reference, so that both meet the
/// same answer. The options' capacity is ignored.
[[nodiscard]] CapacityNeed capacity_need(std::span<const AllocatorEvent> events, const AllocatorOptions &options = {},
                                         Bytes resolution = 0);
/// The same of an allocator that has seen nothing yet.
[[nodiscard]] CapacityNeed capacity_need(std::span<const AllocatorEvent> events, const Allocator &fresh, Bytes resolution = 0);
/// capacity_need().required.
[[nodiscard]] Bytes least_capacity(std::span<const AllocatorEvent> events, const AllocatorOptions &options = {},
                                   Bytes resolution = 0);

} // namespace plimsoll
