// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/zero/zero_partitions.h"
#include "tests/test_program.h"

#include <QTest>

#include <algorithm>
#include <numeric>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

/// Elements of Llama 3.2 1B's parameters in the Trainer's two groups: matrices, norms.
std::vector<std::vector<Count>> llama_1b()
{
    constexpr Count hidden = 2048, keys = 512, inner = 8192, vocabulary = 128256;
    std::vector<Count> matrices{vocabulary * hidden}, norms;
    for (int layer = 0; layer < 16; ++layer) {
        for (const Count rows : {hidden, keys, keys, hidden}) matrices.push_back(rows * hidden);
        for (int i = 0; i < 3; ++i) matrices.push_back(inner * hidden);
        for (int i = 0; i < 2; ++i) norms.push_back(hidden);
    }
    norms.push_back(hidden);
    return {matrices, norms};
}

/// The owner of every element of the flat tensor, from the definition: one behind the other, cut in equal pieces.
std::vector<std::vector<Count>> owners(const std::vector<Count> &sizes, const std::vector<std::size_t> &order, Count alignment,
                                       Count partition)
{
    std::vector<std::vector<Count>> out(sizes.size());
    Count at = 0;
    for (const std::size_t parameter : order) {
        at = (at + alignment - 1) / alignment * alignment;
        for (Count i = 0; i < sizes[parameter]; ++i) out[parameter].push_back(at++ / partition);
    }
    return out;
}

} // namespace

class TestZeroPartitions : public QObject {
    Q_OBJECT
private slots:
    void each_element_has_the_owner_of_its_place_data();
    void each_element_has_the_owner_of_its_place();
    void real_models_keep_whole_parameters();
    void groups_without_parameters_are_dropped();
    void sub_groups_close_when_they_reach_their_size();
};

void TestZeroPartitions::each_element_has_the_owner_of_its_place_data()
{
    QTest::addColumn<Count>("ranks");
    QTest::addColumn<Count>("alignment");
    QTest::addColumn<bool>("round_robin");
    for (const Count ranks : {1, 2, 3, 4, 8, 64})
        for (const Count alignment : {1, 8})
            for (const bool round_robin : {false, true})
                QTest::addRow("%d ranks, alignment %d, %s", int(ranks), int(alignment), round_robin ? "round robin" : "in order")
                    << ranks << alignment << round_robin;
}

void TestZeroPartitions::each_element_has_the_owner_of_its_place()
{
    QFETCH(const Count, ranks);
    QFETCH(const Count, alignment);
    QFETCH(const bool, round_robin);
    for (const std::vector<Count> &sizes : {std::vector<Count>{7}, {100, 3, 50, 1, 64}, {1, 1, 1}, {33, 200, 8, 8, 13, 5, 90}}) {
        std::vector<std::size_t> order(sizes.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        if (round_robin)
            std::ranges::stable_sort(order, {}, [ranks](std::size_t i) { return i % static_cast<std::size_t>(ranks); });
        const ZeroGroup group(sizes, ranks, {round_robin, alignment});
        QCOMPARE(group.flat() % (2 * ranks), 0);
        QCOMPARE(group.partition() * ranks, group.flat());
        const auto expected = owners(sizes, order, alignment, group.partition());
        Count owned = 0;
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            std::vector<Count> got;
            for (const OwnedSlice &slice : group.slices_of(i)) got.insert(got.end(), std::size_t(slice.elements), slice.owner);
            QCOMPARE(got, expected[i]);
            for (Count rank = 0; rank < ranks; ++rank)
                QCOMPARE(group.touches(i, rank), std::ranges::find(expected[i], rank) != expected[i].end());
        }
        for (Count rank = 0; rank < ranks; ++rank)
            for (const OwnedSlice &slice : group.owned_by(rank)) {
                QCOMPARE(slice.elements, std::ranges::count(expected[slice.parameter], rank));
                owned += slice.elements;
            }
        QCOMPARE(owned, std::accumulate(sizes.begin(), sizes.end(), Count{0}));
    }
}

/// MiB of 16-bit gradients that ranks of real runs kept (torch 2.15, DeepSpeed 0.19.8).
void TestZeroPartitions::real_models_keep_whole_parameters()
{
    const ZeroPartitions four(llama_1b(), 4);
    QCOMPARE(qRound(double(2 * four.whole_in_partition(0)) / double(mib)), 617);
    QCOMPARE(qRound(double(2 * four.whole_in_partition(3)) / double(mib)), 612);
    QCOMPARE(qRound(double(8 * four.largest_slice(0)) / double(mib)), 2004); // the embedding, whole
    QCOMPARE(qRound(double(4 * four.partition()) / double(mib)), 1179);
    const ZeroPartitions many(llama_1b(), 64);
    QCOMPARE(2 * many.whole_in_partition(0), Count{2} * 128256 * 2048 + 2 * 2048); // beside it the first norm
    QCOMPARE(many.largest_slice(0), many.groups()[0].partition());
}

void TestZeroPartitions::groups_without_parameters_are_dropped()
{
    const ZeroPartitions adapters({{16, 16}, {}}, 2);
    QCOMPARE(adapters.groups().size(), std::size_t{1});
    QCOMPARE(adapters.partition(), 16);
}

void TestZeroPartitions::sub_groups_close_when_they_reach_their_size()
{
    QCOMPARE(zero_3_sub_groups({5, 5, 5, 5}, 10), (std::vector<std::size_t>{2, 2}));
    QCOMPARE(zero_3_sub_groups({5, 4, 5, 5}, 10), (std::vector<std::size_t>{3, 1}));
    QCOMPARE(zero_3_sub_groups({5, 5}, 100), (std::vector<std::size_t>{2}));
    QCOMPARE(zero_3_sub_groups({}, 100), std::vector<std::size_t>{});
    QCOMPARE(zero_3_share(10, 4), 3);
    QCOMPARE(zero_3_share(8, 4), 2);
}

PLIMSOLL_TEST(TestZeroPartitions)
} // namespace PLIMSOLL_FILE
#include "test_zero_partitions.moc"
