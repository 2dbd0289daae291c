// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cards/cluster.h"
#include "tests/test_program.h"

#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

class TestCluster : public QObject {
    Q_OBJECT
private slots:
    void nodes_are_the_targets_entries_in_their_order();
    void a_budget_is_of_the_first_card();
    void a_budget_may_lead();
    void the_first_unknown_name_is_said();
    void budgets_are_named_by_their_size();
    void counts_are_read();
};

void TestCluster::nodes_are_the_targets_entries_in_their_order()
{
    const Result<Cluster> cluster = cluster_of({.gpus = {"4090", "A100-SXM4-80GB:4"}, .budget_bytes = 16 * gib});
    QVERIFY(cluster.ok());
    QCOMPARE(cluster->nodes.size(), 3U);
    QCOMPARE(cluster->nodes[0].card, find_gpu("4090")->gpu);
    QCOMPARE(cluster->nodes[0].count, 1);
    QCOMPARE(cluster->nodes[1].count, 4);
    QVERIFY(cluster->nodes[1].facts == find_gpu("A100-SXM4-80GB")->gpu->facts());
    QCOMPARE(cluster->nodes[1].counted_name(), "4 × " + find_gpu("A100-SXM4-80GB")->gpu->name);
    QCOMPARE(cluster->nodes[2].card, nullptr);
    QCOMPARE(cluster->budget(), std::optional(16 * gib));
    QVERIFY(cluster->device() == cluster->nodes[0].facts);
}

void TestCluster::a_budget_is_of_the_first_card()
{
    const Result<Cluster> beside = cluster_of({.gpus = {"T4"}, .budget_bytes = 8 * gib});
    CardFacts of_card = beside->nodes[0].facts;
    of_card.memory = beside->nodes[1].budget; // what is judged is the budget
    QVERIFY(beside->nodes[1].facts == of_card);
    const Result<Cluster> alone = cluster_of({.gpus = {}, .budget_bytes = 8 * gib});
    QVERIFY(alone->nodes[0].facts == CardFacts{.memory = alone->nodes[0].budget});
    const Result<Cluster> none = cluster_of({});
    QVERIFY(none.ok() && none->empty() && !none->budget());
    QVERIFY(!cluster_of({.gpus = {"T4"}})->budget());
}

void TestCluster::a_budget_may_lead()
{
    const Target target{.gpus = {"T4", "4090"}, .budget_bytes = 8 * gib, .budget_first = true};
    const Result<Cluster> cluster = cluster_of(target);
    QCOMPARE(cluster->nodes.size(), 3U);
    QCOMPARE(cluster->nodes[0].card, nullptr);
    QCOMPARE(cluster->nodes[0].budget, 8 * gib);
    QCOMPARE(cluster->nodes[1].card, find_gpu("T4")->gpu);
    QCOMPARE(cluster->budget(), std::optional(8 * gib));
    CardFacts of_card = cluster->nodes[1].facts; // of the first card all the same
    of_card.memory = 8 * gib;
    QVERIFY(cluster->device() == of_card);
    QVERIFY(cluster_of({.gpus = {"T4"}, .budget_first = true})->nodes[0].card); // there is none to lead
}

void TestCluster::the_first_unknown_name_is_said()
{
    const Result<Cluster> cluster = cluster_of({.gpus = {"T4", "no such card", "T4:0"}});
    QVERIFY(!cluster.ok());
    QCOMPARE(cluster.error().field, std::string("gpu"));
    QCOMPARE(cluster.error().read, std::string("\"no such card\""));
    QVERIFY(!find_node("T4:0").ok());
}

void TestCluster::budgets_are_named_by_their_size()
{
    QCOMPARE(budget_node(16 * gib).name(), std::string("16 GiB budget"));
    QCOMPARE(budget_node(16).name(), std::string("16 B budget"));
    QCOMPARE(budget_node(16 * gib).counted_name(), budget_node(16 * gib).name());
}

void TestCluster::counts_are_read()
{
    QCOMPARE(find_node("H100 SXM5 80GB:8")->count, 8);
    for (const char *spelling : {"8 x H100 SXM5 80GB", "8xH100 SXM5 80GB", "8 × H100 SXM5 80GB", "8*H100 SXM5 80GB",
                                 "H100 SXM5 80GB x8", "H100 SXM5 80GB ×8", "H100 SXM5 80GB × 8"}) {
        const Result<Node> node = find_node(spelling);
        QVERIFY2(node.ok(), spelling);
        QCOMPARE(node->count, 8);
        QCOMPARE(node->card->name, find_gpu("H100 SXM5 80GB")->gpu->name);
    }
    QVERIFY(!find_node("0 x H100 SXM5 80GB").ok());
    QVERIFY(!find_node("2 x H100 SXM5 80GB:8").ok());
    QCOMPARE(find_node("NVIDIA GeForce RTX 4090:2")->card->name, std::string("GeForce RTX 4090"));
    QCOMPARE(find_node("RX 7900 XTX")->count, 1);
    QVERIFY2(find_node("12 GB").error().accepted.find("--budget \"12 GB\"") != std::string::npos,
             find_node("12 GB").error().accepted.c_str());
    QVERIFY(!find_gpu("H100 SXM5 80GB:8").ok()); // how many is no part of a card's name
    for (const char *bad : {"T4:0", "T4:-1", "T4:x", "T4:", "T4:99999999999999999999", "T4:20000", ":4", "", "   ", "NVIDIA"}) {
        const Result<Node> node = find_node(bad);
        QVERIFY2(!node.ok(), bad);
        QCOMPARE(node.error().field, std::string("gpu"));
    }
}

PLIMSOLL_TEST(TestCluster)
} // namespace PLIMSOLL_FILE
#include "test_cluster.moc"
