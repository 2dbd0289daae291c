// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/runtime.h"
#include "core/torch/cublas.h"
#include "tests/test_program.h"

#include <QTest>

#include <cstdlib>
#include <string>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

CardFacts device(int major, int minor, int sm_count, int threads) { return {"card", major, minor, sm_count, threads, true}; }

} // namespace

class TestRuntime : public QObject {
    Q_OBJECT
private slots:
    void interval_holds_what_was_measured_data();
    void interval_holds_what_was_measured();
    void unknown_multiprocessors_are_said_and_widen();
    void compiled_modules_add();
    void workspace_follows_compute_capability();
    void spreads_hold_the_estimate_and_only_widen();
    void context_grows_with_the_cards_threads();
    void device_interval_holds_reserved_and_context();
};

void TestRuntime::interval_holds_what_was_measured_data()
{
    QTest::addColumn<int>("sm_count");
    QTest::addColumn<int>("threads");
    QTest::addColumn<int>("least"); // MiB outside the allocator in public logs
    QTest::addColumn<int>("most");
    QTest::newRow("T4") << 40 << 1024 << 113 << 154;
    QTest::newRow("V100") << 80 << 2048 << 461 << 461;
    QTest::newRow("A10G") << 80 << 1536 << 256 << 256;
    QTest::newRow("RTX 4090") << 128 << 1536 << 470 << 476;
    QTest::newRow("RTX 6000 Ada") << 142 << 1536 << 426 << 426;
    QTest::newRow("RTX 5090") << 170 << 1536 << 594 << 676;
    QTest::newRow("A100") << 108 << 2048 << 492 << 532;
    QTest::newRow("H200") << 132 << 2048 << 666 << 666;
    QTest::newRow("B200") << 148 << 2048 << 717 << 717;
}

void TestRuntime::interval_holds_what_was_measured()
{
    QFETCH(int, sm_count);
    QFETCH(int, threads);
    QFETCH(int, least);
    QFETCH(int, most);
    const ContextBytes context = context_bytes(device(8, 0, sm_count, threads));
    QVERIFY(context.interval.low <= least * mib);
    QVERIFY(context.interval.high >= most * mib);
    QVERIFY(context.interval.low < context.bytes && context.bytes < context.interval.high);
    QVERIFY(context.assumptions.empty());
}

void TestRuntime::unknown_multiprocessors_are_said_and_widen()
{
    CardFacts facts = device(8, 9, 128, 1536);
    const ContextBytes known = context_bytes(facts);
    QCOMPARE(QString::fromStdString(known.numbers),
             QString("26 MiB + 1.863 KiB × 128 × 1536 + 22 MiB + 0.351 KiB × 128 × 1536 = 473 MiB"));
    facts.sm_count_known = false;
    const ContextBytes assumed = context_bytes(facts);
    QCOMPARE(assumed.bytes, known.bytes);
    QVERIFY(assumed.interval.low < known.interval.low && assumed.interval.high > known.interval.high);
    QCOMPARE(assumed.assumptions.size(), std::size_t{1});
}

void TestRuntime::compiled_modules_add()
{
    const CardFacts facts = device(8, 0, 108, 2048);
    QCOMPARE(context_bytes(facts, true).bytes - context_bytes(facts).bytes, 60 * mib);
}

void TestRuntime::workspace_follows_compute_capability()
{
    for (const auto &[major, minor] : {std::pair{5, 2}, {7, 5}, {8, 0}, {8, 6}, {8, 9}})
        QCOMPARE(cublas_workspace_bytes(device(major, minor, 1, 1)), Bytes{8'519'680});
    for (const auto &[major, minor] : {std::pair{9, 0}, {10, 0}, {10, 3}, {12, 0}, {12, 1}})
        QCOMPARE(cublas_workspace_bytes(device(major, minor, 1, 1)), 32 * mib);
}

void TestRuntime::spreads_hold_the_estimate_and_only_widen()
{
    const SpreadFacts plain;
    const Spread narrow = allocated_spread(plain);
    QVERIFY(narrow.low < 1.0 && narrow.high > 1.0);
    for (int bits = 1; bits < 32; ++bits) {
        SpreadFacts facts;
        if ((bits & 1) != 0) facts.measured = &spread_unmeasured;
        facts.padded = (bits & 2) != 0;
        facts.compiled = (bits & 4) != 0;
        facts.exact = (bits & 8) == 0;
        facts.quantized = (bits & 16) != 0;
        const Spread spread = allocated_spread(facts);
        QVERIFY(spread.low <= narrow.low && spread.high >= narrow.high);
        const Spread reserved = reserved_spread(facts);
        QVERIFY(reserved.low <= spread.low && reserved.high >= spread.high);
    }
}

void TestRuntime::context_grows_with_the_cards_threads()
{
    struct Reading {
        int sm_count, threads;
        Bytes mebibytes; // in use less allocated and reserved, in published logs
    };
    // T4 and RTX 4080 (direct readings), RTX 3090, RTX 4090, A100, B200
    for (const Reading &read :
         {Reading{40, 1024, 141}, {76, 1536, 300}, {82, 1536, 320}, {128, 1536, 473}, {108, 2048, 518}, {148, 2048, 717}}) {
        const Bytes bytes = context_bytes(device(8, 0, read.sm_count, read.threads)).bytes;
        QVERIFY2(std::abs(bytes - read.mebibytes * mib) <= 16 * mib, std::to_string(bytes / mib).c_str());
    }
}

void TestRuntime::device_interval_holds_reserved_and_context()
{
    const ContextBytes context = context_bytes(device(8, 9, 128, 1536));
    const SpreadFacts facts;
    const Interval interval = device_interval(10 * gib, 11 * gib, context, facts);
    QVERIFY(interval.low >= allocated_interval(10 * gib, facts).low + context.interval.low);
    QVERIFY(interval.low < 11 * gib + context.bytes);
    QVERIFY(interval.high > 11 * gib + context.bytes);
    QCOMPARE(device_interval(0, 0, context, facts), context.interval);
}

PLIMSOLL_TEST(TestRuntime)
} // namespace PLIMSOLL_FILE
#include "test_runtime.moc"
