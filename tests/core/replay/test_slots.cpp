// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/slotted_events.h"
#include "tests/core/replay/recorded_allocations.h"
#include "tests/test_program.h"

#include <QDirIterator>
#include <QTest>

#include <optional>
#include <random>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace plimsoll::test;
using Kind = AllocatorEvent::Kind;

namespace {

SlottedEvents slotted(std::span<const AllocatorEvent> events)
{
    SlottedEvents out(events.size());
    for (const AllocatorEvent &event : events) switch (event.kind) {
        case Kind::allocate: out.allocate(event.id, event.bytes); break;
        case Kind::free: out.free(event.id); break;
        case Kind::empty_cache: out.empty_cache(); break;
        case Kind::loaded: out.loaded(); break;
        }
    return out;
}

/// A run that loads and makes steps, each of which leaves some storages to the next and frees those that it found.
class RandomRun {
public:
    explicit RandomRun(unsigned seed) : m_random(seed)
    {
        for (int i = 0; i < 30; ++i) allocate();
        for (int i = 0; i < 5; ++i) events.push_back({Kind::free, take(m_alive), 0});
        events.push_back({Kind::loaded});
    }

    /// Returns where it begins. `alike`: steps of the same number ask the same, and none of them empties the cache.
    std::size_t step(std::optional<unsigned> alike = {})
    {
        const std::size_t begin = events.size();
        if (alike) m_random.seed(*alike);
        std::vector<std::uint32_t> found = std::exchange(m_left, {});
        m_alive.clear();
        for (int i = 0; i < 400; ++i) {
            const auto what = m_random() % 20;
            if (what == 0 && !found.empty())
                events.push_back({Kind::free, take(found), 0});
            else if (what == 1 && !alike && m_random() % 8 == 0)
                events.push_back({Kind::empty_cache});
            else if (what < 11 || m_alive.empty())
                allocate();
            else
                events.push_back({Kind::free, what % 2 == 0 ? take_latest() : take(m_alive), 0});
        }
        for (const std::uint32_t id : found) events.push_back({Kind::free, id, 0});
        while (m_alive.size() > 6) events.push_back({Kind::free, take(m_alive), 0});
        while (m_alive.size() < 6) allocate();
        m_left = m_alive;
        return begin;
    }

    std::vector<AllocatorEvent> events;

private:
    void allocate()
    {
        constexpr std::array<Bytes, 8> sizes{0, 512, 40'000, 900 * 1024, 3 * mib, 11 * mib, 30 * mib, 77 * mib};
        const Bytes bytes = sizes[m_random() % sizes.size()];
        m_alive.push_back(m_next);
        events.push_back({Kind::allocate, m_next++, bytes + (bytes > 512 ? 512 * static_cast<Bytes>(m_random() % 3) : 0)});
    }
    std::uint32_t take(std::vector<std::uint32_t> &from)
    {
        std::swap(from[m_random() % from.size()], from.back());
        const std::uint32_t id = from.back();
        from.pop_back();
        return id;
    }
    std::uint32_t take_latest()
    {
        const std::uint32_t id = m_alive.back();
        m_alive.pop_back();
        return id;
    }

    std::mt19937 m_random;
    std::vector<std::uint32_t> m_alive, m_left;
    std::uint32_t m_next = 0;
};

/// What is free there after so many events, on a card without end.
std::vector<FreeBlock> large_pool(const std::vector<AllocatorEvent> &events, std::size_t count)
{
    CachingAllocator allocator;
    (void)replay(std::span(events).first(count), allocator);
    return allocator.free_blocks(false);
}

} // namespace

/// The search for the least memory over events by slots finds what the one over events by ids does.
class TestSlots : public QObject {
    Q_OBJECT

private slots:
    void of_recorded_runs()
    {
        int runs = 0;
        for (QDirIterator files(QStringLiteral(PLIMSOLL_FIXTURES "/allocator"), {QStringLiteral("*.txt")}); files.hasNext();) {
            const auto run = read_recorded_allocations(files.next().toStdString());
            if (!run || run->options.expandable_segments || run->options.max_split_size) continue;
            const auto need = capacity_need(slotted(run->events), run->options);
            QVERIFY2(need && *need == capacity_need(run->events, run->options), qPrintable(files.filePath()));
            ++runs;
        }
        QVERIFY(runs > 0);
    }

    void of_random_runs_whose_last_step_comes_again_data()
    {
        QTest::addColumn<bool>("alike");
        QTest::newRow("steps that differ") << false;
        QTest::newRow("steps that are alike, where the large pool is passed over") << true;
    }

    void of_random_runs_whose_last_step_comes_again()
    {
        QFETCH(const bool, alike);
        int settled = 0;
        for (unsigned seed = 0; seed < 300; ++seed) {
            RandomRun run(seed);
            const auto pattern = alike ? std::optional(seed) : std::nullopt;
            run.step(pattern);
            if (alike) run.step(pattern);
            const std::size_t first = run.events.size();
            SlottedEvents told = slotted(run.events);
            told.begin_step();
            const std::size_t last = run.step(pattern);
            QCOMPARE(last, first);
            settled += large_pool(run.events, last) == large_pool(run.events, run.events.size());
            const auto tell = [&] {
                for (const AllocatorEvent &event : std::span(run.events).subspan(last)) {
                    if (event.kind == Kind::allocate) told.allocate(event.id, event.bytes);
                    if (event.kind == Kind::free) told.free(event.id);
                    if (event.kind == Kind::empty_cache) told.empty_cache();
                }
            };
            tell();
            QVERIFY(told.begin_again());
            tell();
            const std::vector<AllocatorEvent> next = next_step(std::span(run.events).subspan(last));
            run.events.insert(run.events.end(), next.begin(), next.end());
            const auto need = capacity_need(told);
            const CapacityNeed expected = capacity_need(run.events);
            QVERIFY2(need && *need == expected, qPrintable(QString::number(seed)));
        }
        QVERIFY(!alike || settled > 100);
    }

    void what_slots_cannot_tell_is_said()
    {
        SlottedEvents unnamed(1), huge(1);
        unnamed.free(3);
        huge.allocate(0, Bytes{1} << 42);
        QVERIFY(!unnamed.told() && !huge.told());
        QVERIFY(!capacity_need(huge));
        SlottedEvents one(2);
        one.allocate(0, mib);
        QVERIFY(!one.begin_again()); // there is no step to tell once more
        QVERIFY(!capacity_need(one, {.expandable_segments = true}));
    }
};

PLIMSOLL_TEST(TestSlots)
} // namespace PLIMSOLL_FILE
#include "test_slots.moc"
