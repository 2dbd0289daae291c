// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/live/crossings.h"
#include "core/live/history.h"
#include "core/live/missing.h"
#include "core/live/room.h"
#include "core/live/shares.h"
#include "tests/test_program.h"

#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

LiveProcess process(std::uint32_t pid, std::optional<Bytes> used)
{
    return {pid, used ? Reading<Bytes>::of(*used) : Reading<Bytes>::missing("the driver does not say"),
            Reading<std::string>::of("python3")};
}

/// A card of 24 GiB.
LiveGpu card(Bytes used, std::vector<LiveProcess> processes = {})
{
    LiveGpu gpu;
    gpu.total = Reading<Bytes>::of(24 * gib);
    gpu.reserved = Reading<Bytes>::of(gib / 2);
    gpu.used = Reading<Bytes>::of(used);
    gpu.free = Reading<Bytes>::of(*gpu.total - gib / 2 - used);
    gpu.processes = std::move(processes);
    return gpu;
}

LiveSnapshot at(std::int64_t time_ms, LiveGpu gpu) { return {time_ms, {}, {std::move(gpu)}, {}}; }

std::size_t told(Crossings &crossings, int percent, int limit)
{
    return crossings.take(at(0, card(24 * gib * percent / 100)), limit).size();
}

} // namespace

/// What is said of one card's memory: by whom it is held, how full it is, what is not told.
class TestCardShares : public QObject {
    Q_OBJECT
private slots:
    void the_biggest_comes_first_and_what_nobody_tells_has_a_part()
    {
        const CardShares shares = shares_of(card(10 * gib, {process(1, gib), process(7, {}), process(2, 6 * gib)}));
        QCOMPARE(shares.processes.at(0).pid, 2U);
        QCOMPARE(shares.processes.at(1).pid, 1U);
        QCOMPARE(shares.processes.at(2).pid, 7U);
        QCOMPARE(shares.told, 7 * gib);
        QCOMPARE(shares.silent, 1);
        QCOMPARE(shares.unexplained, std::optional<Bytes>(3 * gib));
        QVERIFY(!shares.counted_twice);
        QCOMPARE(shares.told + *shares.unexplained + *shares.reserved + *shares.free, *shares.total);
    }
    void what_processes_share_is_no_remainder_below_zero()
    {
        const CardShares shares = shares_of(card(5 * gib, {process(1, 4 * gib), process(2, 4 * gib)}));
        QCOMPARE(shares.unexplained, std::optional<Bytes>(0));
        QVERIFY(shares.counted_twice);
    }
    void what_is_not_read_is_not_zero()
    {
        LiveGpu lost;
        const CardShares shares = shares_of(lost);
        QVERIFY(!shares.unexplained && !shares.total && !shares.free && !shares.reserved && !shares.counted_twice);
    }
    void a_crossing_is_told_once_until_it_was_well_below()
    {
        Crossings crossings;
        QCOMPARE(told(crossings, 84, 85), std::size_t{0});
        QCOMPARE(told(crossings, 86, 85), std::size_t{1});
        QCOMPARE(told(crossings, 95, 85), std::size_t{0});
        QCOMPARE(told(crossings, 83, 85), std::size_t{0}); // below, but not by enough
        QCOMPARE(told(crossings, 86, 85), std::size_t{0});
        QCOMPARE(told(crossings, 79, 85), std::size_t{0});
        QCOMPARE(told(crossings, 86, 85), std::size_t{1});
    }
    void another_limit_holds_from_then_on()
    {
        Crossings crossings;
        QCOMPARE(told(crossings, 86, 85), std::size_t{1});
        QCOMPARE(told(crossings, 86, 95), std::size_t{0});
        QCOMPARE(told(crossings, 96, 95), std::size_t{1});
    }
    /// A card that falls off the bus while it is full and comes back as full is no news.
    void a_lost_card_stays_as_it_was()
    {
        Crossings crossings;
        QCOMPARE(told(crossings, 90, 85), std::size_t{1});
        LiveGpu lost;
        lost.used = Reading<Bytes>::missing("the GPU is lost");
        QVERIFY(crossings.take(at(1, lost), 85).empty());
        QVERIFY(crossings.take({}, 85).empty());
        QCOMPARE(told(crossings, 90, 85), std::size_t{0});
    }
    void cards_are_told_apart()
    {
        Crossings crossings;
        LiveSnapshot both = at(0, card(23 * gib));
        both.gpus.push_back(card(23 * gib));
        both.gpus[1].index = 1;
        QCOMPARE(crossings.take(both, 85).size(), std::size_t{2});
    }
    void a_history_knows_each_process_also_afterwards()
    {
        LiveHistory history;
        history.add(at(1000, card(9 * gib, {process(1, 2 * gib), process(2, 6 * gib)})));
        history.add(at(2000, card(9 * gib, {process(1, 3 * gib)})));
        const auto first = history.of("0", 1U), second = history.of("0", 2U), biggest = history.of("0");
        QCOMPARE(first.at(0).in_process, std::optional<Bytes>(2 * gib));
        QCOMPARE(first.at(1).in_process, std::optional<Bytes>(3 * gib));
        QCOMPARE(second.at(0).in_process, std::optional<Bytes>(6 * gib));
        QCOMPARE(second.at(1).in_process, std::optional<Bytes>()); // ended: not 0
        QCOMPARE(biggest.at(0).in_process, std::optional<Bytes>(6 * gib));
        QCOMPARE(biggest.at(1).in_process, std::optional<Bytes>(3 * gib));
        QCOMPARE(second.at(1).used, 9 * gib);
    }
    void a_sentence_is_in_the_unit_that_was_chosen()
    {
        const LiveGpu gpu = card(8 * gib);
        QCOMPARE(allocatable_text(gpu, 10 * gib), std::string("GPU 0: 10.0 GiB can be allocated now, 5.5 GiB would be left."));
        QCOMPARE(allocatable_text(gpu, 10'000'000'000, ByteUnit::decimal),
                 std::string("GPU 0: 10.0 GB can be allocated now, 6.6 GB would be left."));
    }
    /// As a recording that was damaged may say.
    void a_card_is_no_fuller_than_full()
    {
        LiveGpu gpu = card(0);
        gpu.used = Reading<Bytes>::of(Bytes{1} << 62);
        gpu.total = Reading<Bytes>::of(1);
        QCOMPARE(percent_used(gpu), 100);
    }

    void a_reason_that_many_share_is_said_once()
    {
        LiveGpu gpu = card(gib);
        gpu.name = Reading<std::string>::of("NVIDIA GB10");
        gpu.reserved = Reading<Bytes>::missing("memory is shared with the CPU");
        gpu.utilisation = gpu.temperature = Reading<int>::missing("not supported by this card");
        gpu.power = Reading<int>::of(1);
        gpu.processes_reason = "under WSL the driver tells nothing of single processes";
        QCOMPARE(missing_figures(gpu),
                 (std::vector<std::string>{"reserved: memory is shared with the CPU", "busy: not supported by this card",
                                           "processes: under WSL the driver tells nothing of single processes"}));
    }
};

PLIMSOLL_TEST(TestCardShares)
} // namespace PLIMSOLL_FILE
#include "test_card_shares.moc"
