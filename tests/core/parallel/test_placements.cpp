// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/placement.h"

#include <QTest>

#include <limits>

using namespace plimsoll;

class TestPlacements : public QObject {
    Q_OBJECT
private slots:
    void a_mesh_is_the_plans();
    void ranks_of_whole_copies_are_alike();
    void a_whole_copy_lacks_nothing();
    void data_parallel_keeps_the_gradients_again();
};

void TestPlacements::a_mesh_is_the_plans()
{
    Plan plan;
    QVERIFY(mesh_of(plan) == Mesh{});
    QCOMPARE(mesh_of(plan).ranks(), 1);
    plan.parallel = {.data = 4, .tensor = 2, .pipeline = 3, .context = 5, .expert = 8};
    QVERIFY((mesh_of(plan) == Mesh{.data = 4, .tensor = 2, .pipeline = 3, .context = 5, .expert = 8}));
    QCOMPARE(mesh_of(plan).ranks(), 120); // experts lie on ranks that are there anyway
    QVERIFY(!mesh_of(plan).only_data());
    const Mesh endless{.data = Count{1} << 40, .tensor = Count{1} << 40};
    QCOMPARE(endless.ranks(), std::numeric_limits<Count>::max());
}

void TestPlacements::ranks_of_whole_copies_are_alike()
{
    const std::vector<Rank> classes = rank_classes({.data = 8});
    QCOMPARE(classes.size(), 1U);
    QCOMPARE(classes[0].like_it, 8);
    QCOMPARE(rank_classes({})[0].like_it, 1);
}

void TestPlacements::a_whole_copy_lacks_nothing()
{
    const LinearSpec linear{.name = "q_proj", .in = 64, .out = 256};
    for (const Mesh &mesh : {Mesh{}, Mesh{.data = 4}}) {
        const auto placement = placement_of(mesh);
        const Rank rank = rank_classes(mesh).front();
        QVERIFY((placement->weight(linear, rank) == Share{0, 256}));
        QVERIFY((placement->layers(24, rank) == LayerRange{0, 24}));
        QCOMPARE(placement->around(3, mib, rank).bytes, 0);
    }
    QVERIFY(placement_of({})->beside({1000, 2}, {}).empty());
}

void TestPlacements::data_parallel_keeps_the_gradients_again()
{
    const Mesh mesh{.data = 2};
    const std::vector<BesideStep> beside = placement_of(mesh)->beside({7'000'000'000, 2}, rank_classes(mesh).front());
    QVERIFY((beside == std::vector<BesideStep>{{Component::communication, 14'000'000'000}}));
    QCOMPARE(bytes_of(beside), 14'000'000'000);
    QCOMPARE(bytes_of({}), 0);
}

QTEST_APPLESS_MAIN(TestPlacements)
#include "test_placements.moc"
