// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/card_import.h"
#include "core/plan/model_card/carried_plan.h"
#include "core/plan/model_card/placed_block.h"
#include "core/plan/plan_json.h"
#include "tests/random_plan.h"
#include "tests/test_program.h"

#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

std::string card_of(const std::vector<Scenario> &plans, std::size_t selected)
{
    const std::string opening = card::opening_comment(card::published_plans(plans, selected, ByteUnit::binary));
    return card::with_block("---\nlicense: mit\n---\n# A\n\n## Hardware\n", {opening, "## GPU memory", "| a |\n|---|\n"}).value();
}

} // namespace

/// A model card's block is read as its plan.
class TestCardImport : public QObject {
    Q_OBJECT
private slots:
    void five_hundred_plans_come_back()
    {
        std::mt19937 random(36);
        for (int i = 0; i < 500; ++i) {
            nlohmann::json written = tests::random_plan(random, 100'000'000'000);
            written["target"] = {{"gpus", {"RTX 4090:2"}}, {"budget_bytes", 16 * gib}};
            written["name"] = "-->" + std::to_string(i);
            const Plan plan = plan_from_object(written)->plan;
            const Result<Imported> read = imported(card_of({{plan.name, plan}}, 0));
            QVERIFY2(read.ok(), read.ok() ? "" : read.error().message().c_str());
            QCOMPARE(read->tool, "model-card");
            QCOMPARE(plan_to_json(read->plan, true).dump(), plan_to_json(plan, true).dump());
            QVERIFY(read->not_said.empty() && read->no_effect.empty() && !read->understood.empty());
            QCOMPARE(read->understood.front().line, 8);
        }
    }
    void of_several_the_selected_one_is_taken_and_the_others_are_named()
    {
        const Plan plan = plan_from_json(R"({"model": {"preset": "qwen2.5-7b"}, "micro_batch": 3})")->plan;
        const Result<Imported> read = imported(card_of({{"one", plan}, {"two", plan}}, 1), model_card_name);
        QVERIFY(read.ok());
        QCOMPARE(read->plan.name, "two");
        QCOMPARE(read->not_said.size(), 1U);
        QCOMPARE(read->not_said.front().key, "one");
    }
    void all_blocks_are_read_where_somebody_chooses()
    {
        const Plan plan = plan_from_json(R"({"micro_batch": 3})")->plan;
        const std::string card = card_of({{"one", plan}, {"two", plan}}, 1) + "\n" + card_of({{"three", plan}}, 0);
        QVERIFY(!imported(card).ok()); // which one is meant is not guessed
        const Result<std::vector<CardSession>> blocks = sessions_in_card(card);
        QVERIFY2(blocks.ok(), blocks.ok() ? "" : blocks.error().message().c_str());
        QCOMPARE(blocks->size(), 2U);
        QCOMPARE(blocks->front().read.session.scenarios.size(), 2U);
        QCOMPARE(blocks->front().read.session.current().name, "two");
        const Imported third = imported_scenario(blocks->back(), blocks->back().read.session.current());
        QCOMPARE(third.plan.micro_batch, Count{3});
        QVERIFY(third.understood.front().line > blocks->front().line);
        QVERIFY(third.not_said.empty());
        QVERIFY(!sessions_in_card("# A\n").ok());
    }
    void a_card_without_a_whole_block_is_refused()
    {
        QVERIFY(!imported("# A\n", model_card_name).ok());
        QCOMPARE(imported("# A\n<!-- BEGIN PLIMSOLL -->\n").error().message(), "line 2: BEGIN PLIMSOLL without an END behind it");
    }
};

PLIMSOLL_TEST(TestCardImport)
} // namespace PLIMSOLL_FILE
#include "test_card_import.moc"
