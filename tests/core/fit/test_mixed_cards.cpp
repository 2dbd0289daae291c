// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/advice.h"
#include "core/fit/per_card.h"
#include "core/fit/mixed/mixed_cards.h"
#include "core/fit/solver.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "tests/test_program.h"

#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

/// Four stages of TinyLlama, on the cards that are named.
Plan plan_of(const std::string &gpus, const std::string &more = R"("parallel": {"pipeline": 4, "micro_batches": 8})")
{
    const auto parsed = plan_from_json(R"({"model": {"preset": "tinyllama-1.1b-chat"}, "method": "full", "stack": "pytorch",
        "autocast": "none", "sequence_length": 512, "gradient_accumulation": 8, )" +
                                       more + R"(, "target": {"gpus": [)" + gpus + "]}}");
    if (!parsed) qFatal("%s", parsed.error().message().c_str());
    return parsed->plan;
}

Estimate estimate_of(const Plan &plan)
{
    const ArchitectureRef model = *load_model(plan.model);
    const Result<Estimate> made =
        estimate(model, plan, cluster_of(plan.target)->device(), {.timeline = false, .allocator = true, .explain = false});
    if (!made) qFatal("%s", made.error().message().c_str());
    return *made;
}

std::vector<Verdict> verdicts_of(const Plan &plan) { return *verdicts_for_target(estimate_of(plan)); }

constexpr const char *two_and_two = R"("A100 SXM 80GB:2", "L4:2")";

} // namespace

/// Cards of several kinds as one run.
class TestMixedCards : public QObject {
    Q_OBJECT

private slots:
    void cards_that_are_as_many_as_the_ranks_are_one_run()
    {
        const auto own_ranks = [](const std::string &gpus, const char *parallel) {
            const Plan plan = plan_of(gpus, parallel);
            return with_ranks(*cluster_of(plan.target), plan);
        };
        const char *four = R"("parallel": {"pipeline": 4, "micro_batches": 8})";
        const Cluster mixed = own_ranks(two_and_two, four);
        QVERIFY(is_one_run(mixed));
        QCOMPARE(mixed.nodes[0].own_ranks->first, 0);
        QCOMPARE(mixed.nodes[0].own_ranks->count, 2);
        QCOMPARE(mixed.nodes[1].own_ranks->first, 2);
        QVERIFY(!is_one_run(own_ranks(R"("A100 SXM 80GB:4", "L4:4")", four))); // each holds the run: alternatives
        QVERIFY(!is_one_run(own_ranks(R"("A100 SXM 80GB:2", "L4")", four)));   // too few
        QVERIFY(!is_one_run(own_ranks(R"("A100 SXM 80GB:4")", four)));
        QVERIFY(!is_one_run(own_ranks(R"("A100 SXM 80GB", "L4")", R"("parallel": {})")));
    }

    void each_card_is_judged_by_the_ranks_that_sit_on_it()
    {
        const Plan plan = plan_of(two_and_two);
        const std::vector<Verdict> together = verdicts_of(plan);
        QCOMPARE(together.size(), std::size_t{2});
        const Estimate on_l4 = *estimator_for(*load_model(plan.model))(plan, find_node("L4")->facts);
        Bytes last_stages = 0;
        for (const ProcessEstimate &process : on_l4.processes)
            if (process.rank.stage >= 2) last_stages = std::max(last_stages, process.peak.device);
        QCOMPARE(together[1].need.device, last_stages);
        QCOMPARE(together[1].own_ranks->first, 2);
        QVERIFY(together[0].need.device != together[1].need.device);
    }

    void rank_0_saves_on_its_own_card()
    {
        Estimate estimate = estimate_of(plan_of(two_and_two));
        estimate.run.save = SaveBytes{.card = 60 * gib};
        const std::vector<Verdict> verdicts = *verdicts_for_target(estimate);
        QCOMPARE(verdicts[0].need.phase, Phase::save);
        QVERIFY(verdicts[1].need.phase != Phase::save && verdicts[1].fits == Fits::yes);
        const std::vector<Verdict> turned = verdicts_on(estimate, *cluster_of({.gpus = {"L4:2", "A100 SXM 80GB:2"}}));
        QCOMPARE(turned[0].fits, Fits::no);
    }

    void the_tightest_card_decides()
    {
        const std::vector<Verdict> verdicts = verdicts_of(plan_of(two_and_two));
        QCOMPARE(verdicts[0].fits, Fits::yes);
        QCOMPARE(verdicts[1].fits, Fits::yes);
        QCOMPARE(spoken_of_first(verdicts), std::size_t{1}); // both fit: 24 GB are tighter
        QCOMPARE(worst(verdicts)->gpu, std::string("L4"));
        const auto says = [](const Verdict &verdict, const char *part) {
            return std::ranges::any_of(verdict.notes, [part](const std::string &note) { return note.find(part) != note.npos; });
        };
        QVERIFY(says(verdicts[0], "ranks 0 to 1 of 4 sit here"));
        QVERIFY(says(verdicts[1], "one run over 2 × A100 SXM4 80GB, 2 × L4"));
        QVERIFY(!says(verdicts[0], "one run over"));
    }

    /// The last stage keeps every micro batch's logits: it goes to the large card, which has to be named last.
    void another_order_that_fits_is_told()
    {
        const char *halves = R"("parallel": {"pipeline": 2, "micro_batches": 8}, "micro_batch": 16)";
        const std::vector<Verdict> verdicts = verdicts_of(plan_of(R"("A100 SXM 80GB", "L4")", halves));
        QVERIFY(verdicts[1].fits != Fits::yes);
        QVERIFY2(verdicts[1].notes.back() == "in the order L4, A100 SXM4 80GB it fits", verdicts[1].notes.back().c_str());
        const Plan turned = plan_of(R"("L4", "A100 SXM 80GB")", halves);
        for (const Verdict &verdict : verdicts_of(turned)) QCOMPARE(verdict.fits, Fits::yes);
    }

    void a_solver_answers_for_the_whole_run()
    {
        const Plan plan = plan_of(two_and_two);
        const ArchitectureRef model = *load_model(plan.model);
        const auto solved = solve_for_target(model, resolve(plan, *model)->plan, SolveField::micro_batch);
        QVERIFY(solved.ok());
        QCOMPARE(solved->size(), std::size_t{1});
        QCOMPARE(solved->front().gpu, std::string("L4"));
        const auto fits = [&](Count batch) {
            return std::ranges::all_of(verdicts_of(with_value(plan, SolveField::micro_batch, batch)),
                                       [](const Verdict &one) { return one.fits == Fits::yes; });
        };
        QVERIFY(fits(*solved->front().value));
        QVERIFY(!fits(*solved->front().value + 1));
    }

    void advice_is_for_the_card_that_decides()
    {
        const Plan plan = plan_of(two_and_two);
        const Result<Node> target = advice_target(estimator_for(*load_model(plan.model)), plan);
        QVERIFY(target.ok());
        QCOMPARE(target->name(), std::string("L4"));
        QVERIFY(target->own_ranks.has_value());
        QCOMPARE(advice_target(estimator_for(*load_model(plan.model)), plan_of(R"("L4:4")"))->name(), std::string("L4"));
    }
};

PLIMSOLL_TEST(TestMixedCards)
} // namespace PLIMSOLL_FILE
#include "test_mixed_cards.moc"
