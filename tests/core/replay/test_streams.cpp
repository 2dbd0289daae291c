// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/replay.h"
#include "core/replay/streamed_allocator.h"
#include "tests/test_program.h"

#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using Kind = AllocatorEvent::Kind;

/// A process that allocates on several CUDA streams.
class TestStreams : public QObject {
    Q_OBJECT

private slots:
    void blocks_serve_their_own_stream()
    {
        const std::vector<AllocatorEvent> events{{Kind::allocate, 0, 64 * mib, 0}, {Kind::free, 0, 0, 0},
                                                 {Kind::allocate, 1, 64 * mib, 1}, {Kind::free, 1, 0, 0},
                                                 {Kind::allocate, 2, 64 * mib, 0}, {Kind::allocate, 3, 64 * mib, 1}};
        StreamedAllocator streams;
        const ReplayResult result = replay(events, streams);
        QCOMPARE(result.peak_allocated, 128 * mib);
        QCOMPARE(result.peak_reserved, 128 * mib);
        QCOMPARE(result.segments, 2);
        QCOMPARE(result.requests, (std::vector<Bytes>{64 * mib, 64 * mib}));
    }

    void one_stream_is_the_plain_allocator()
    {
        std::vector<AllocatorEvent> events;
        for (std::uint32_t i = 0; i < 200; ++i) {
            events.push_back({Kind::allocate, i, static_cast<Bytes>(i % 13 + 1) * 3 * mib + i * 700, 0});
            if (i % 3 == 2) events.push_back({Kind::free, i - 1, 0, 0});
        }
        StreamedAllocator streams;
        QCOMPARE(replay(events, streams), replay(events));
        QCOMPARE(capacity_need(events, StreamedAllocator()), capacity_need(events));
    }

    void a_full_card_gives_back_what_other_streams_left()
    {
        const std::vector<AllocatorEvent> events{
            {Kind::allocate, 0, 64 * mib, 1}, {Kind::free, 0, 0, 1}, {Kind::allocate, 1, 64 * mib, 0}};
        StreamedAllocator streams;
        const ReplayResult result = replay(events, streams, 100 * mib);
        QVERIFY(result.finished);
        QCOMPARE(result.end_reserved, 64 * mib);
        QCOMPARE(result.retries, 1);
        StreamedAllocator small;
        QVERIFY(!replay(events, small, 63 * mib).finished);
    }
};

PLIMSOLL_TEST(TestStreams)
} // namespace PLIMSOLL_FILE
#include "test_streams.moc"
