// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/replay/replay.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace plimsoll {

/// An event that happens again and again, its id growing by `growth` each time (modulo 2^32).
struct RepeatedEvent {
    AllocatorEvent first;
    std::uint32_t growth = 0;
    std::uint32_t place = 0; ///< among all that happen each time, of which those of the other pool may be left out
    bool operator==(const RepeatedEvent &) const = default;
};

/// Which of the allocator's pools a replay is of. On a card without end neither knows of the other.
enum class PoolPart : std::uint8_t { both, large, small };

/// Replays events as they come through PyTorch's allocator, on a card without end: what replay() gives without a capacity. It
/// knows that allocator's pools, so that a step which comes round is passed over.
class RoomyReplay {
public:
    /// Of one part: what the other one allocates is at most counted.
    explicit RoomyReplay(const AllocatorOptions &options = {}, PoolPart part = PoolPart::both);
    /// As CachingAllocator's.
    void expect_ids(std::size_t count) { m_allocator.expect_ids(count); }
    /// All of `events`, `times` times one after the other. They are `of` events each time: of one part's replay, and of both
    /// where large_is_settled(), those of the large pool may be left out.
    void feed(std::span<const RepeatedEvent> events, std::uint32_t times, std::size_t of);
    /// From here on events are a step's; ids grow from one step to the next.
    void begin_step();
    /// From here on the latest step's events come once more, all of them, and mean the step after it (see next_step()). Where the
    /// step left the large pool as it found it, that pool would go through the same again: its events are passed over, which
    /// changes no figure. False: both pools are as it found them, or it left more storages or fewer, and nothing should be fed.
    [[nodiscard]] bool begin_again();
    /// The same of two that were fed alike. `large` need not be fed where large_is_settled().
    [[nodiscard]] static bool begin_again(RoomyReplay &large, RoomyReplay &small);
    [[nodiscard]] bool large_is_settled() const { return m_step && m_step->only_small; }
    [[nodiscard]] ReplayResult finish() const; ///< after the last event
    /// Of two that were fed alike: what one of both parts would give. Nothing where that did not come to its end.
    [[nodiscard]] static std::optional<ReplayResult> finish(const RoomyReplay &large, const RoomyReplay &small);

private:
    struct Held {
        std::uint32_t id = 0;
        CachingAllocator::Place place;
    };
    struct Step {
        std::vector<FreeBlock> free[2]; ///< when it began: large, small
        Bytes allocated = 0;            ///< then
        std::uint32_t first_id = 0;
        std::vector<Held> found; ///< of earlier steps, which it freed; by id once the next begins
        std::vector<Held> left;  ///< to the next one, by id
        bool again = false, only_small = false;
    };
    /// What is reserved from that event on.
    struct Change {
        std::size_t event = 0;
        Bytes reserved = 0;
    };
    [[nodiscard]] bool settled(bool small) const;
    void feed_once(std::span<const RepeatedEvent> events, std::uint32_t time);
    void feed_again(std::span<const RepeatedEvent> events, std::uint32_t time);
    void note_ids(std::span<const RepeatedEvent> events, std::uint32_t times);
    [[nodiscard]] bool allocate(std::uint32_t id, Bytes bytes, std::size_t event);
    [[nodiscard]] bool pass_through(Bytes bytes);
    [[nodiscard]] bool is_mine(Bytes bytes) const
    {
        return m_part == PoolPart::both || CachingAllocator::is_small(bytes) == (m_part == PoolPart::small);
    }
    void note_reserved(std::size_t event);
    void gather_left();
    [[nodiscard]] static Bytes peak_reserved(const RoomyReplay &large, const RoomyReplay &small);

    CachingAllocator m_allocator;
    PoolPart m_part;
    std::optional<Step> m_step;
    std::optional<std::size_t> m_failed_at;
    std::size_t m_events = 0;
    std::uint32_t m_ids = 0;                ///< all that were named so far are below
    std::vector<Change> m_changes;          ///< of a part
    std::optional<std::size_t> m_loaded_at; ///< the event
};

} // namespace plimsoll
