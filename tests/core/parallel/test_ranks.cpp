// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/rank.h"
#include "tests/test_program.h"

#include <QTest>

#include <limits>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

class TestRanks : public QObject {
    Q_OBJECT
private slots:
    void a_mesh_is_the_plans();
    void whole_copies_are_alike();
    void stages_differ_and_the_asked_rank_stands_for_its_own();
    void tensor_ranks_lie_innermost();
    void a_node_has_as_many_as_it_is_told();
};

void TestRanks::a_mesh_is_the_plans()
{
    Plan plan;
    QVERIFY(mesh_of(plan) == Mesh{});
    QCOMPARE(mesh_of(plan).ranks(), 1);
    plan.parallel.data = 4;
    plan.parallel.tensor = 2;
    plan.parallel.pipeline = 3;
    plan.parallel.context = 5;
    plan.parallel.expert = 8;
    QVERIFY((mesh_of(plan) == Mesh{.data = 4, .tensor = 2, .pipeline = 3, .context = 5, .expert = 8}));
    QCOMPARE(mesh_of(plan).ranks(), 120); // experts lie on ranks that are there anyway
    QVERIFY(!mesh_of(plan).only_data());
    const Mesh endless{.data = Count{1} << 40, .tensor = Count{1} << 40};
    QCOMPARE(endless.ranks(), std::numeric_limits<Count>::max());
}

void TestRanks::whole_copies_are_alike()
{
    Plan plan;
    plan.parallel.data = 8;
    const std::vector<Rank> classes = rank_classes(plan);
    QCOMPARE(classes.size(), 1U);
    QCOMPARE(classes[0].like_it, 8);
    QCOMPARE(rank_classes({})[0].like_it, 1);
}

void TestRanks::stages_differ_and_the_asked_rank_stands_for_its_own()
{
    Plan plan;
    plan.parallel.data = 2;
    plan.parallel.pipeline = 4;
    plan.parallel.rank = 5;
    const std::vector<Rank> classes = rank_classes(plan);
    QCOMPARE(classes.size(), 4U);
    const std::vector<Count> numbers{0, 2, 5, 6};
    for (std::size_t i = 0; i < classes.size(); ++i) {
        QCOMPARE(classes[i].number, numbers[i]);
        QCOMPARE(classes[i].stage, static_cast<Count>(i));
        QCOMPARE(classes[i].like_it, 2);
    }
    QCOMPARE(classes[2].data, 1);
}

void TestRanks::tensor_ranks_lie_innermost()
{
    const Rank rank = rank_at({.data = 3, .tensor = 2, .pipeline = 2, .context = 2}, 17);
    QCOMPARE(rank.tensor, 1); // 17 = ((1·3 + 1)·2 + 0)·2 + 1
    QCOMPARE(rank.context, 0);
    QCOMPARE(rank.data, 1);
    QCOMPARE(rank.stage, 1);
}

void TestRanks::a_node_has_as_many_as_it_is_told()
{
    Plan plan;
    plan.parallel.data = 4;
    plan.parallel.tensor = 4;
    QCOMPARE(ranks_in_node(plan), 8);
    plan.parallel.gpus_per_node = 4;
    QCOMPARE(ranks_in_node(plan), 4);
    plan.parallel.gpus_per_node = 64; // no more than there are
    QCOMPARE(ranks_in_node(plan), 16);
}

PLIMSOLL_TEST(TestRanks)
} // namespace PLIMSOLL_FILE
#include "test_ranks.moc"
