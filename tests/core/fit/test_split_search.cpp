// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/splits/split_search.h"
#include "core/fit/splits/split_ways.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "tests/test_program.h"

#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

Plan plan_of(std::string_view text) { return plan_from_json(text)->plan; }

constexpr std::string_view seven_billion =
    R"({"model": {"preset": "mistral-7b-v0.1"}, "method": "full", "autocast": "bf16", "sequence_length": 2048})";

SplitSearch search(const Plan &plan, const char *gpu, int count, Count global_batch, SplitGoal goal,
                   const SplitProgress &progress = {})
{
    const ArchitectureRef model = *load_model(plan.model);
    const SplitQuestion question{plan, global_batch, node_of(*find_gpu(gpu)->gpu, count), goal};
    return search_splits(quick_estimator_for(model), estimator_for(model), question, progress);
}

} // namespace

/// "Which split fits on these cards?"
class TestSplitSearch : public QObject {
    Q_OBJECT

private slots:
    void ways_use_all_cards()
    {
        for (const Count cards : {1, 2, 8, 16, 64})
            for (const Parallel &way : split_ways(plan_of(seven_billion), cards, 8))
                QCOMPARE(way.data * way.tensor * way.pipeline * way.context, cards);
    }

    void tensor_ranks_stay_in_a_node_and_copies_are_nodes()
    {
        const auto ways = [](Count in_node) { return split_ways(plan_of(seven_billion), 16, in_node); };
        const auto widest = [](const std::vector<Parallel> &all) { return std::ranges::max(all, {}, &Parallel::tensor).tensor; };
        QCOMPARE(widest(ways(8)), 8);
        QCOMPARE(widest(ways(4)), 4);
        QCOMPARE(widest(ways(1)), 1);
        const auto copies = [](const std::vector<Parallel> &all) {
            return std::ranges::max(all, {}, [](const Parallel &way) { return way.replicate; }).replicate;
        };
        QCOMPARE(copies(ways(8)), 2);
        QCOMPARE(copies(ways(4)), 4);
        QCOMPARE(copies(ways(16)), 1);
    }

    void a_stated_node_stands_for_every_way()
    {
        Plan plan = plan_of(R"({"model": {"preset": "mistral-7b-v0.1"}, "parallel": {"gpus_per_node": 2, "data": 4}})");
        const Plan split = with_parallel(plan, {.tensor = 4});
        QCOMPARE(split.parallel.gpus_per_node, std::optional<Count>(2));
        QVERIFY(split.has("parallel.gpus_per_node") && !split.has("parallel.replicate"));
        plan.given.erase("parallel.gpus_per_node");
        QVERIFY(!with_parallel(plan, {.tensor = 4}).parallel.gpus_per_node);
    }

    void splits_make_the_global_batch_and_fit()
    {
        const SplitSearch found = search(plan_of(seven_billion), "A100 SXM 80GB", 8, 32, SplitGoal::fits);
        QVERIFY(found.ranked.size() > 3);
        QVERIFY(found.closest.empty() && !found.cancelled);
        for (const Split &split : found.ranked) {
            QCOMPARE(split.micro_batch * split.gradient_accumulation * split.parallel.data, 32);
            QVERIFY(split.need.interval.high <= split.usable);
            QVERIFY(split.replayed && !split.why.empty());
        }
    }

    void ranks_by_offloading_then_by_what_is_sent()
    {
        const SplitSearch found = search(plan_of(seven_billion), "A100 SXM 80GB", 8, 32, SplitGoal::fits);
        for (std::size_t i = 1; i < found.ranked.size(); ++i) {
            const Split &before = found.ranked[i - 1], &after = found.ranked[i];
            const bool offloads = before.parallel.offload != Offload::none;
            QVERIFY(offloads <= (after.parallel.offload != Offload::none));
            if (offloads == (after.parallel.offload != Offload::none) && before.bubble == 0 && after.bubble == 0)
                QVERIFY(before.sent <= after.sent);
        }
    }

    void the_fewest_cards_are_no_more_than_all()
    {
        const SplitSearch found = search(plan_of(seven_billion), "A100 SXM 80GB", 8, 32, SplitGoal::fewest);
        QVERIFY(!found.ranked.empty());
        const Count fewest = found.ranked.front().cards;
        QVERIFY(fewest < 8);
        if (fewest == 1) return;
        QVERIFY(
            search(plan_of(seven_billion), "A100 SXM 80GB", static_cast<int>(fewest / 2), 32, SplitGoal::fits).ranked.empty());
    }

    void what_does_not_fit_says_what_lacks_least()
    {
        const SplitSearch found = search(plan_of(seven_billion), "T4", 2, 8, SplitGoal::fits);
        QVERIFY(found.ranked.empty());
        QVERIFY(!found.closest.empty());
        for (std::size_t i = 1; i < found.closest.size(); ++i)
            QVERIFY(found.closest[i - 1].need.interval.high <= found.closest[i].need.interval.high);
    }

    void it_stops_when_nobody_waits()
    {
        Count asked = 0;
        const SplitSearch found = search(plan_of(seven_billion), "A100 SXM 80GB", 8, 32, SplitGoal::fits,
                                         [&asked](Count, Count) { return ++asked < 3; });
        QVERIFY(found.cancelled);
        QVERIFY(found.tried <= 3);
    }

    void a_small_host_rules_out_what_is_offloaded_to_it()
    {
        const Plan plan = plan_of(seven_billion);
        const ArchitectureRef model = *load_model(plan.model);
        SplitQuestion question{plan, 32, node_of(*find_gpu("A100 SXM 80GB")->gpu, 8), SplitGoal::fits};
        question.host_memory = 32 * gib;
        const SplitSearch found = search_splits(quick_estimator_for(model), estimator_for(model), question);
        for (const Split &split : found.ranked) QVERIFY(split.host <= 32 * gib);
        QVERIFY(!found.refused.empty());
    }
};

PLIMSOLL_TEST(TestSplitSearch)
} // namespace PLIMSOLL_FILE
#include "test_split_search.moc"
