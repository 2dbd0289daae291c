// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/replay.h"
#include "tests/core/replay/recorded_allocations.h"
#include "tests/test_program.h"

#include <QDir>
#include <QTest>

#include <limits>
#include <random>
#include <set>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using plimsoll::test::read_recorded_allocations;
using plimsoll::test::RecordedAllocations;
using plimsoll::test::RecordedFigures;
using Kind = AllocatorEvent::Kind;

namespace {

void add_recordings()
{
    QTest::addColumn<QString>("path");
    const QDir folder(QStringLiteral(PLIMSOLL_FIXTURES "/allocator"));
    const QStringList names = folder.entryList({QStringLiteral("*.txt")});
    QVERIFY(names.size() >= 16);
    for (const QString &name : names) QTest::newRow(qPrintable(name.chopped(4))) << folder.filePath(name);
}

QString text_of(Bytes allocated, Bytes reserved, Count segments, Bytes peak_allocated, Bytes peak_reserved)
{
    return QStringLiteral("allocated %1 reserved %2 segments %3 peak allocated %4 peak reserved %5")
        .arg(allocated)
        .arg(reserved)
        .arg(segments)
        .arg(peak_allocated)
        .arg(peak_reserved);
}

QString text_of(const CachingAllocator &a)
{
    return text_of(a.allocated(), a.reserved(), a.segments(), a.peak_allocated(), a.peak_reserved());
}

QString text_of(const RecordedFigures &f)
{
    return text_of(f.allocated, f.reserved, f.segments, f.peak_allocated, f.peak_reserved);
}

bool apply(CachingAllocator &allocator, const AllocatorEvent &event)
{
    switch (event.kind) {
    case Kind::allocate: return allocator.allocate(event.id, event.bytes);
    case Kind::free: allocator.free(event.id); return true;
    case Kind::empty_cache: allocator.empty_cache(); return true;
    case Kind::loaded: return true;
    }
    return false;
}

/// Bytes of the segments that requests were given.
Bytes reserved_for(const std::vector<CachingAllocator::Request> &requests, const AllocatorOptions &options)
{
    Bytes sum = 0;
    for (const auto &request : requests) sum += segment_bytes(request.bytes, options.large_segment);
    return sum;
}

} // namespace

class TestAllocator : public QObject {
    Q_OBJECT
private slots:
    void equals_pytorch_at_every_mark_data() { add_recordings(); }
    void equals_pytorch_at_every_mark();
    void least_capacity_equals_bisection_of_pytorch_data() { add_recordings(); }
    void least_capacity_equals_bisection_of_pytorch();
    void finishes_on_what_is_required_but_not_below_allocated_data() { add_recordings(); }
    void finishes_on_what_is_required_but_not_below_allocated();
    void bins_order_as_a_set_of_size_and_address();
    void random_streams_keep_their_books_data();
    void random_streams_keep_their_books();
    void requests_use_the_segments_of_their_pool();
    void equal_blocks_go_by_the_age_of_their_segment();
    void gives_unused_segments_back_before_it_fails();
    void failed_request_leaves_what_lives();
    void capacity_holds_after_loading_only();
    void odd_input_is_harmless();
    void replay_speed();
};

void TestAllocator::equals_pytorch_at_every_mark()
{
    QFETCH(QString, path);
    const auto run = read_recorded_allocations(path.toStdString());
    QVERIFY(run);
    CachingAllocator allocator(run->options);
    std::size_t done = 0;
    for (const RecordedFigures &figures : run->figures) {
        for (; done < figures.event; ++done) QVERIFY(apply(allocator, run->events[done]));
        const QString name = QString::fromStdString(figures.name) + u' ';
        QCOMPARE(name + text_of(allocator), name + text_of(figures));
        QCOMPARE(reserved_for(allocator.requests(), run->options), run->options.expandable_segments ? 0 : allocator.reserved());
        allocator.reset_peaks();
    }
    QVERIFY(run->figures.size() >= 2);
}

void TestAllocator::least_capacity_equals_bisection_of_pytorch()
{
    QFETCH(QString, path);
    const auto run = read_recorded_allocations(path.toStdString());
    QVERIFY(run && run->required > 0);
    QCOMPARE(least_capacity(run->events, run->options), run->required);
}

void TestAllocator::finishes_on_what_is_required_but_not_below_allocated()
{
    QFETCH(QString, path);
    auto run = read_recorded_allocations(path.toStdString());
    QVERIFY(run);
    const ReplayResult roomy = replay(run->events, run->options);
    QCOMPARE(capacity_need(run->events, run->options).roomy, roomy);
    QVERIFY(roomy.finished);
    QCOMPARE(roomy.retries, 0);

    const Bytes least = least_capacity(run->events, run->options, 2 * mib);
    QVERIFY(least >= roomy.peak_allocated && least <= run->required && least > run->required - run->tolerance);
    run->options.capacity = least;
    QVERIFY(replay(run->events, run->options).finished);

    run->options.capacity = roomy.peak_allocated - 2 * mib;
    const ReplayResult failed = replay(run->events, run->options);
    QVERIFY(!failed.finished && failed.failed_at && failed.retries > 0);
}

void TestAllocator::bins_order_as_a_set_of_size_and_address()
{
    std::mt19937 random(5);
    BlockBins bins;
    std::set<std::pair<Bytes, Bytes>> expected;
    for (int step = 0; step < 20000; ++step) {
        const Bytes size = 512 * (1 + random() % 300), address = 512 * (random() % 4000);
        if (random() % 9 < 5) {
            if (!expected.insert({size, address}).second) continue;
            bins.insert(size, address, static_cast<BlockIndex>(address / 512));
        } else if (const auto victim = expected.lower_bound({size, address}); victim != expected.end()) {
            bins.erase(victim->first, victim->second);
            expected.erase(victim);
        }
        const Bytes wanted = 1 + 256 * (random() % 700);
        const FreeBlock found = bins.best_fit(wanted);
        const auto best = expected.lower_bound({wanted, 0});
        QCOMPARE(found.block == no_block, best == expected.end());
        if (found.block == no_block) continue;
        QVERIFY(found.size == best->first && found.address == best->second && found.block == best->second / 512);
        const FreeBlock after = bins.after(found);
        QCOMPARE(after.block == no_block, std::next(best) == expected.end());
        if (after.block != no_block) QVERIFY(after.size == std::next(best)->first && after.address == std::next(best)->second);
        if (step % 16 != 0) continue;
        QCOMPARE(bins.take_best(wanted), found.block);
        expected.erase(best);
        QCOMPARE(bins.best_fit(found.size).address == found.address && bins.best_fit(found.size).size == found.size, false);
    }
    const std::vector<FreeBlock> all = bins.all();
    QVERIFY(std::ranges::equal(all, expected, {}, [](const FreeBlock &free) { return std::pair(free.size, free.address); }));
}

void TestAllocator::random_streams_keep_their_books_data()
{
    QTest::addColumn<bool>("expandable");
    QTest::addColumn<qint64>("max_split");
    QTest::newRow("plain") << false << qint64(0);
    QTest::newRow("expandable") << true << qint64(0);
    QTest::newRow("max_split") << false << qint64(30 * mib);
}

/// Sizes from bytes to hundreds of MiB, capacity so short that requests fail now and then.
void TestAllocator::random_streams_keep_their_books()
{
    QFETCH(bool, expandable);
    QFETCH(qint64, max_split);
    std::mt19937 random(11);
    AllocatorOptions options{.expandable_segments = expandable, .capacity = 2000 * mib};
    if (max_split > 0) options.max_split_size = max_split;
    CachingAllocator allocator(options);
    std::vector<std::pair<std::uint32_t, Bytes>> live;
    int failures = 0;
    for (std::uint32_t id = 0; id < 60000; ++id) {
        const Bytes before = allocator.allocated();
        if (random() % 100 < 53 || live.empty()) {
            const Bytes bytes = 1 + static_cast<Bytes>(random() % (std::uint32_t{1} << (6 + random() % 23)));
            if (allocator.allocate(id, bytes)) {
                live.push_back({id, allocator.allocated() - before});
                QVERIFY(live.back().second >= bytes);
            } else {
                ++failures;
                QCOMPARE(allocator.allocated(), before);
            }
        } else {
            const std::size_t victim = random() % live.size();
            allocator.free(live[victim].first);
            QCOMPARE(before - allocator.allocated(), live[victim].second);
            live[victim] = live.back();
            live.pop_back();
        }
        if (random() % 5000 == 0) allocator.empty_cache();
        QVERIFY(allocator.allocated() <= allocator.reserved() && allocator.reserved() <= *options.capacity);
    }
    QVERIFY(failures > 0);
    for (const auto &[id, bytes] : live) allocator.free(id);
    QCOMPARE(allocator.allocated(), 0);
    allocator.empty_cache();
    QCOMPARE(allocator.reserved(), 0);
    QCOMPARE(allocator.segments(), 0);
}

void TestAllocator::requests_use_the_segments_of_their_pool()
{
    CachingAllocator allocator;
    QVERIFY(allocator.allocate(0, 1));
    QCOMPARE(text_of(allocator), text_of(512, 2 * mib, 1, 512, 2 * mib));
    QVERIFY(allocator.allocate(1, mib)); // the same small segment
    QCOMPARE(allocator.reserved(), 2 * mib);
    QVERIFY(allocator.allocate(2, mib + 1)); // large pool: 20 MiB, of which the rest serves the next
    QVERIFY(allocator.allocate(3, 9 * mib));
    QCOMPARE(allocator.reserved(), 22 * mib);
    QVERIFY(allocator.allocate(4, 10 * mib)); // a segment of its own
    QVERIFY(allocator.allocate(5, 11 * mib)); // 12 MiB, undivided
    QCOMPARE(allocator.reserved(), 44 * mib);
    const Bytes others = 512 + mib + mib + 512 + 9 * mib + 10 * mib;
    QCOMPARE(allocator.allocated(), others + 12 * mib);
    allocator.free(5);
    QVERIFY(allocator.allocate(6, 10 * mib + mib / 2)); // of 21.5 MiB free the 12 fit best; 1.5 are left, so they are split off
    QCOMPARE(allocator.allocated(), others + 10 * mib + mib / 2);
    QVERIFY(allocator.allocate(7, mib + mib / 2));
    QCOMPARE(allocator.reserved(), 44 * mib);
    QCOMPARE(allocator.allocated(), others + 12 * mib);
}

/// The driver may put a new segment below an older one; torch 2.15 takes the older one's block all the same.
void TestAllocator::equal_blocks_go_by_the_age_of_their_segment()
{
    CachingAllocator allocator;
    QVERIFY(allocator.allocate(0, 30 * mib) && allocator.allocate(1, 40 * mib));
    allocator.free(0);
    allocator.empty_cache();
    QVERIFY(allocator.allocate(2, 30 * mib)); // a new segment, where the first was
    allocator.free(1);
    QVERIFY(allocator.allocate(3, 10 * mib)); // of the 40 MiB, since the 30 are in use
    allocator.free(2);
    QVERIFY(allocator.allocate(4, 30 * mib)); // 30 are left of the 40, and there is the new segment
    allocator.empty_cache();
    QCOMPARE(allocator.reserved(), 40 * mib);
}

void TestAllocator::gives_unused_segments_back_before_it_fails()
{
    CachingAllocator allocator({.capacity = 100 * mib});
    QVERIFY(allocator.allocate(0, 40 * mib) && allocator.allocate(1, 40 * mib));
    allocator.free(0);
    QCOMPARE(allocator.reserved(), 80 * mib);
    QVERIFY(allocator.allocate(2, 50 * mib)); // 130 MiB would be too much: the free 40 go first
    QCOMPARE(allocator.reserved(), 90 * mib);
    QCOMPARE(allocator.retries(), 1);
    QVERIFY(allocator.allocate(3, 10 * mib));
    QVERIFY(!allocator.allocate(4, 1));
}

void TestAllocator::failed_request_leaves_what_lives()
{
    CachingAllocator allocator({.capacity = 64 * mib});
    QVERIFY(allocator.allocate(0, 30 * mib) && allocator.allocate(1, 30 * mib));
    allocator.free(1);
    QVERIFY(!allocator.allocate(2, 60 * mib));
    QCOMPARE(allocator.allocated(), 30 * mib);
    QCOMPARE(allocator.reserved(), 30 * mib);
    allocator.free(2); // never allocated
    QCOMPARE(allocator.allocated(), 30 * mib);
}

void TestAllocator::capacity_holds_after_loading_only()
{
    const std::vector<AllocatorEvent> events = {
        {Kind::allocate, 0, 50 * mib}, {Kind::allocate, 1, 50 * mib}, {Kind::free, 1}, {Kind::loaded},
        {Kind::allocate, 2, 24 * mib}, {Kind::allocate, 3, 28 * mib}};
    const ReplayResult roomy = replay(events);
    QCOMPARE(roomy.peak_allocated, 128 * mib - 26 * mib);
    QCOMPARE(roomy.peak_reserved, 128 * mib);
    const ReplayResult tight = replay(events, {.capacity = 102 * mib}); // loading reserved 100, of which 50 go back
    QCOMPARE(tight.finished, false);
    QCOMPARE(tight.failed_at, std::optional<std::size_t>(5)); // 24 MiB were cut from the free 50, which therefore stay
    QCOMPARE(tight.peak_allocated, 74 * mib);
    QVERIFY(replay(events, {.capacity = 128 * mib}).finished);
    QCOMPARE(replay(std::span(events).first(5), {.capacity = 20 * mib}).finished, true); // nothing new was asked of the driver
}

void TestAllocator::odd_input_is_harmless()
{
    CachingAllocator allocator;
    QVERIFY(allocator.allocate(0, 0));
    allocator.free(0);
    allocator.free(77);
    QVERIFY(!allocator.allocate(1, Bytes{1} << 62));
    QVERIFY(!allocator.allocate(1, std::numeric_limits<Bytes>::max()));
    QVERIFY(!allocator.allocate(1, -5));
    QCOMPARE(allocator.reserved(), 0);
    for (std::uint32_t id = 0; id < 20; ++id) (void)allocator.allocate(id, (Bytes{1} << 60) - 1);
    QVERIFY(allocator.reserved() > 0); // as many as 64 bits can add up, then none
    QCOMPARE(replay({}), ReplayResult{});
    QCOMPARE(least_capacity({}), 0);
    const std::vector<AllocatorEvent> endless = {{Kind::allocate, 0, 100 * mib}, {Kind::allocate, 1, Bytes{1} << 61}};
    QVERIFY(!capacity_need(endless).roomy.finished);
    QCOMPARE(least_capacity(endless), 100 * mib);
}

void TestAllocator::replay_speed()
{
    const auto run = read_recorded_allocations(PLIMSOLL_FIXTURES "/allocator/full-small-model-24-layers.txt");
    QVERIFY(run);
    Bytes reserved = 0;
    QBENCHMARK { reserved = replay(run->events, run->options).peak_reserved; }
    QVERIFY(reserved > 0);
}

PLIMSOLL_TEST(TestAllocator)
} // namespace PLIMSOLL_FILE
#include "test_allocator.moc"
