// SPDX-License-Identifier: GPL-3.0-or-later
// The replay through allocators that are not PyTorch's.
#include "core/replay/replay.h"
#include "tests/core/replay/graph_buffer.h"
#include "tests/core/replay/recorded_allocations.h"
#include "tests/test_program.h"

#include <QDir>
#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using plimsoll::test::GraphBuffer;
using plimsoll::test::read_recorded_allocations;
using Kind = AllocatorEvent::Kind;

namespace {

/// 30 MiB of weights; a layer that takes 10, 20 and, where the 10 were, 8 MiB.
const std::vector<AllocatorEvent> graph = {{Kind::allocate, 0, 30 * mib},
                                           {Kind::loaded},
                                           {Kind::allocate, 1, 10 * mib},
                                           {Kind::allocate, 2, 20 * mib},
                                           {Kind::free, 1},
                                           {Kind::allocate, 3, 8 * mib},
                                           {Kind::free, 2},
                                           {Kind::free, 3}};

} // namespace

class TestAnyAllocator : public QObject {
    Q_OBJECT
private slots:
    void a_graphs_buffer_is_replayed();
    void its_least_capacity_is_found();
    void what_does_not_fit_fails_there();
    void pytorchs_own_is_the_same_either_way_data();
    void pytorchs_own_is_the_same_either_way();
};

void TestAnyAllocator::a_graphs_buffer_is_replayed()
{
    GraphBuffer buffer;
    const ReplayResult result = replay(graph, buffer);
    QVERIFY(result.finished);
    QCOMPARE(result.peak_allocated, 60 * mib);
    QCOMPARE(result.peak_reserved, 60 * mib); // PyTorch's large pool would ask for 20 MiB pieces: 30 + 20 + 20
    QCOMPARE(result.end_allocated, 30 * mib);
    QCOMPARE(result.end_reserved, 60 * mib);
    QCOMPARE(result.segments, 1);
    QCOMPARE(buffer.reserved(), 60 * mib); // it is left as the events leave it
    const std::vector<AllocatorEvent> behind = {{Kind::allocate, 0, 8 * mib},
                                                {Kind::allocate, 1, 4 * mib},
                                                {Kind::free, 0},
                                                {Kind::allocate, 2, 9 * mib},
                                                {Kind::allocate, 3, 8 * mib}};
    GraphBuffer holes;
    QCOMPARE(replay(behind, holes).peak_reserved, 21 * mib); // 9 do not fit into the hole of 8, the next 8 do
}

void TestAnyAllocator::its_least_capacity_is_found()
{
    const CapacityNeed need = capacity_need(graph, GraphBuffer(), mib);
    QCOMPARE(need.roomy.peak_reserved, 60 * mib);
    QCOMPARE(need.required, 60 * mib);
}

void TestAnyAllocator::what_does_not_fit_fails_there()
{
    GraphBuffer buffer;
    const ReplayResult result = replay(graph, buffer, 50 * mib);
    QVERIFY(!result.finished);
    QCOMPARE(result.failed_at, std::optional<std::size_t>(3));
    QCOMPARE(result.peak_allocated, 40 * mib);
    GraphBuffer loading; // a capacity holds from the end of loading on
    QVERIFY(replay(std::span(graph).first(2), loading, 10 * mib).finished);
}

void TestAnyAllocator::pytorchs_own_is_the_same_either_way_data()
{
    QTest::addColumn<QString>("path");
    const QDir folder(QStringLiteral(PLIMSOLL_FIXTURES "/allocator"));
    const QStringList names = folder.entryList({QStringLiteral("*.txt")});
    QVERIFY(!names.isEmpty());
    for (const QString &name : names) QTest::newRow(qPrintable(name.chopped(4))) << folder.filePath(name);
}

void TestAnyAllocator::pytorchs_own_is_the_same_either_way()
{
    QFETCH(QString, path);
    const auto run = read_recorded_allocations(path.toStdString());
    QVERIFY(run);
    CachingAllocator allocator(run->options.without_capacity());
    QVERIFY(replay(run->events, allocator, run->options.capacity) == replay(run->events, run->options));
    const CachingAllocator fresh(run->options);
    QVERIFY(capacity_need(run->events, fresh) == capacity_need(run->events, run->options));
}

PLIMSOLL_TEST(TestAnyAllocator)
} // namespace PLIMSOLL_FILE
#include "test_any_allocator.moc"
