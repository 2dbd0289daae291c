// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/accuracy/budgets.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <fstream>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace plimsoll::accuracy;

namespace {

constexpr Bytes truth = 1'000'000;

/// Rows of two groups, twenty each: half of them int8, all right to the byte.
struct Sample {
    std::vector<Row> rows;
    std::vector<Judgement> judgements;
    Sample()
    {
        for (int i = 0; i < 40; ++i) {
            Row row;
            row.id = "row" + std::to_string(100 + i);
            row.group = i < 20 ? "factor" : "wide";
            row.plan = {{"weights", {{"quant", i % 2 == 0 ? "int8" : "none"}}}, {"stack", "trl"}};
            row.allocated = row.reserved = truth;
            rows.push_back(std::move(row));
        }
        for (const Row &row : rows) {
            Judgement one{.row = &row};
            one.peak.allocated = one.peak.reserved = one.peak.device = truth;
            judgements.push_back(std::move(one));
        }
    }
};

} // namespace

class TestBudgets : public QObject {
    Q_OBJECT
private slots:
    void budgets_are_read_as_written();
    void a_row_that_moves_breaks_its_budget_either_way();
    void a_group_breaks_its_p95_where_no_row_moves_far();
    void a_published_row_may_worsen_by_a_point();
    void a_row_that_is_refused_or_unknown_breaks();
    void what_moved_rows_share_is_said_first();
};

void TestBudgets::budgets_are_read_as_written()
{
    Sample sample;
    sample.rows[0].device = truth;
    sample.judgements[1].refused = "model_type: read x";
    const Budgets budgets = budgets_of(sample.judgements);
    QTemporaryDir folder;
    const std::string file = folder.filePath("budgets.jsonl").toStdString();
    std::ofstream(file) << budgets_text(budgets);
    const auto read = read_budgets(file);
    QVERIFY(read.ok());
    QVERIFY(*read == budgets);
    QVERIFY(breaches_of(sample.judgements, *read).none());
    std::ofstream(file, std::ios::app) << "{\n";
    QVERIFY(!read_budgets(file).ok());
}

void TestBudgets::a_row_that_moves_breaks_its_budget_either_way()
{
    Sample sample;
    sample.judgements[3].peak.allocated = truth + 5000;
    const Budgets budgets = budgets_of(sample.judgements);
    sample.judgements[3].peak.allocated = truth; // nearer is a move as well: the budget is to be renewed
    sample.judgements[4].peak.allocated = truth + 900;
    const Breaches breaches = breaches_of(sample.judgements, budgets);
    QCOMPARE(breaches.rows.size(), std::size_t{1});
    QCOMPARE(breaches.rows.front().judgement, &sample.judgements[3]);
    QCOMPARE(breaches.rows.front().before, 0.005);
}

void TestBudgets::a_group_breaks_its_p95_where_no_row_moves_far()
{
    Sample sample;
    const Budgets budgets = budgets_of(sample.judgements);
    for (int i = 0; i < 3; ++i) sample.judgements[static_cast<std::size_t>(i)].peak.allocated = truth + 500;
    const Breaches breaches = breaches_of(sample.judgements, budgets);
    QVERIFY(breaches.rows.empty());
    QCOMPARE(breaches.groups.size(), std::size_t{1});
    QCOMPARE(breaches.groups.front().group, std::string("factor"));
    QCOMPARE(breaches.groups.front().now, 0.0005);
}

void TestBudgets::a_published_row_may_worsen_by_a_point()
{
    Sample sample;
    for (Row &row : sample.rows) row.published = true;
    const Budgets budgets = budgets_of(sample.judgements);
    sample.judgements[0].peak.allocated = truth - 9000;
    sample.judgements[1].peak.allocated = truth - 11000;
    const Breaches breaches = breaches_of(sample.judgements, budgets);
    QCOMPARE(breaches.rows.size(), std::size_t{1});
    QCOMPARE(breaches.rows.front().judgement, &sample.judgements[1]);
    QVERIFY(breaches.groups.empty());
}

void TestBudgets::a_row_that_is_refused_or_unknown_breaks()
{
    Sample sample;
    Budgets budgets = budgets_of(sample.judgements);
    sample.judgements[2].refused = "model: read x";
    budgets.erase("row105");
    budgets["gone"] = {truth, truth, {}};
    const Breaches breaches = breaches_of(sample.judgements, budgets);
    const std::vector<std::string> expected{"row102 is no longer answered: model: read x", "row105 has no budget",
                                            "gone has a budget and no row"};
    QVERIFY(breaches.lines == expected);
}

void TestBudgets::what_moved_rows_share_is_said_first()
{
    Sample sample;
    const Budgets budgets = budgets_of(sample.judgements);
    for (std::size_t i = 0; i < 40; i += 4) sample.judgements[i].peak.allocated = truth - 20000 - static_cast<Bytes>(i);
    const std::string text = text_of(breaches_of(sample.judgements, budgets), sample.judgements);
    const auto at = [&](const char *part) { return text.find(part); };
    QVERIFY2(at("10 figures left their budget; what these rows share:\n  weights.quant int8: 10 of its 20 rows\n") !=
                 std::string::npos,
             text.c_str());
    QVERIFY(at("stack trl") > at("the furthest")); // all rows have it: it tells nothing
    QVERIFY(at("by group:\n  factor, allocated: 5\n  wide, allocated: 5\n") != std::string::npos);
    QVERIFY(at("  row136 allocated +0.000 % to -2.004 %") < at("  row132 allocated"));
}

PLIMSOLL_TEST(TestBudgets)
} // namespace PLIMSOLL_FILE
#include "test_budgets.moc"
