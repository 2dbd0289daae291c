// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/replay/replay.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace plimsoll {

/// Allocations and frees of one stream in a third of their bytes, to be replayed again and again. Storages have slots in the place
/// of their ids, which are used again, so that an allocator knows but as many names as live at once; what is freed at once is one
/// event; what allocates nothing is left out. They are told in order: loading, then steps, of which the last one may be told twice
/// (next_step()).
class SlottedEvents {
public:
    enum class Kind : std::uint8_t { allocate, free, pass, empty_cache };
    struct Event {
        std::uint32_t kind : 2; ///< a Kind
        std::uint32_t slot : 30;
        std::uint32_t units; ///< of block_unit
        [[nodiscard]] bool is(Kind what) const { return kind == static_cast<std::uint32_t>(what); }
        [[nodiscard]] Bytes bytes() const { return Bytes{units} * block_unit; }
    };
    static_assert(sizeof(Event) == 8);

    /// `expected`: about so many events.
    explicit SlottedEvents(std::size_t expected) : m_named(expected / 2) { m_events.reserve(expected); }

    void allocate(std::uint32_t id, Bytes bytes);
    void free(std::uint32_t id);
    void empty_cache()
    {
        m_empties = true;
        add(Kind::empty_cache, 0, 0);
    }
    /// Loading is over.
    void loaded();
    /// From here on events are another step's: not before the second of them.
    void begin_step();
    /// Peaks start anew from here on, and those until here are kept (capacity_need()). Not while a step is told again.
    void mark() { m_marks.push_back(m_events.size()); }
    /// From here on those of the latest step are told once more, and mean the step after it. False: there is no such step, or it
    /// leaves more or fewer storages than it found, and none is to be told.
    [[nodiscard]] bool begin_again();
    /// False: they say something that is not told by slots (a block of tebibytes, the free of what nobody named).
    [[nodiscard]] bool told() const { return m_told; }

    [[nodiscard]] const std::vector<Event> &events() const { return m_events; }
    [[nodiscard]] std::size_t slot_count() const { return m_slots; }
    [[nodiscard]] std::size_t load_end() const { return m_load_end; }               ///< events of loading
    [[nodiscard]] const std::vector<std::size_t> &marks() const { return m_marks; } ///< in front of which event each stands
    /// The latest step told again: what an allocator may pass over of it.
    struct Again {
        /// A storage that the step found and freed, and the one that it left in its place; `none` where it holds nothing.
        struct Handed {
            std::uint32_t found = 0, left = 0; ///< slots, when the step begins and when it ends
        };
        std::size_t first = 0, second = 0; ///< where the step begins, and where it begins again
        std::vector<Handed> handed;
        std::vector<Event> small; ///< of the second time, those of the small pool alone
    };
    static constexpr std::uint32_t no_slot = 0xfffffffeu;
    /// Nothing where no step is told again, or where it empties the cache.
    [[nodiscard]] const Again *again() const { return m_again && !m_empties ? &m_told_again : nullptr; }
    /// Highest sum of what is allocated at once after loading.
    [[nodiscard]] Bytes most_alive() const { return m_most * block_unit; }

private:
    /// By id; a slot, or none. `fresh`: of the latest step.
    struct Named {
        std::uint32_t slot = 0xffffffffu;
        std::uint32_t units : 31 = 0;
        std::uint32_t fresh : 1 = 0;
    };
    /// What the latest step freed of earlier ones.
    struct Gone {
        std::uint32_t id = 0, slot = 0;
    };
    static constexpr std::uint32_t none = 0xffffffffu, hollow = no_slot;

    void add(Kind kind, std::uint32_t slot, std::uint32_t units)
    {
        m_events.push_back({static_cast<std::uint32_t>(kind) & 3U, slot & 0x3fffffffu, units});
    }
    static void add_free(std::vector<Event> &events, std::uint32_t slot);

    std::vector<Event> m_events;
    std::vector<std::size_t> m_marks;
    std::vector<Named> m_named;
    std::vector<std::uint32_t> m_spare;
    std::vector<Gone> m_gone;
    Again m_told_again;
    std::size_t m_slots = 0, m_load_end = 0;
    Bytes m_alive = 0, m_most = 0;
    bool m_told = true, m_steps = false, m_again = false; ///< told by slots; of several steps; their last one once more
    bool m_empties = false;                               ///< the latest step empties the cache
};

/// The most that is held between a mark and the one before it, or the end of loading.
struct MarkedPeak {
    Bytes allocated = 0, reserved = 0;
    bool operator==(const MarkedPeak &) const = default;
};

/// capacity_need() of such events in PyTorch's caching allocator without expandable segments; nothing where they do not come to
/// their end on a card without end, or where it has to be asked. Each probe starts where its card parts from an endless one or from
/// a probe before it, and is spared where one before it did the same: all that a capacity decides is which requests of the driver
/// it holds. Of a step that is told again, the large pool is passed over where the first time left it as it was. `marked`: the peaks at each mark, on the
/// card without end; null: nobody asks.
[[nodiscard]] std::optional<CapacityNeed> capacity_need(const SlottedEvents &events, const AllocatorOptions &options = {},
                                                        std::vector<MarkedPeak> *marked = nullptr);

} // namespace plimsoll
