// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/accuracy/budgets.h"
#include "tests/accuracy/outcomes.h"
#include "tests/accuracy/statistics.h"
#include "tests/test_program.h"

#include <QTest>
#include <algorithm>
#include <fstream>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace plimsoll::accuracy;

namespace {

const std::string data_folder = PLIMSOLL_ACCURACY_DATA;

/// Every row, judged once.
struct Judged {
    std::vector<Row> rows;
    std::vector<Judgement> judgements;
};

const Judged &every_row()
{
    static const Judged judged = [] {
        Judged out;
        if (auto rows = read_rows(data_folder + "/rows")) out.rows = std::move(*rows);
        out.judgements = judge(out.rows, data_folder);
        return out;
    }();
    return judged;
}

/// What stands in the README below the command that prints it.
std::string shown_in_readme(const std::string &command)
{
    std::ifstream file(data_folder + "/../../README.md");
    std::string out;
    bool inside = false;
    for (std::string line; std::getline(file, line);) {
        if (inside && (line == "```" || line.starts_with("$ "))) return out;
        if (inside) out += line + "\n";
        inside = inside || line == "$ " + command;
    }
    return out;
}

Judgement judged(const Row &row, Bytes allocated, Bytes required)
{
    Judgement out;
    out.row = &row;
    out.peak.allocated = allocated;
    out.peak.required = required;
    return out;
}

} // namespace

class TestAccuracy : public QObject {
    Q_OBJECT
private slots:
    void rows_are_read_whole();
    void errors_are_signed_and_relative();
    void required_is_right_inside_its_tolerance();
    void summaries_name_the_worst();
    void every_row_keeps_its_budget();
    void the_readme_shows_what_is_reached();
    void the_readme_shows_the_verdicts();
};

void TestAccuracy::rows_are_read_whole()
{
    const auto rows = read_rows(data_folder + "/rows");
    QVERIFY2(rows.ok(), rows.ok() ? "" : rows.error().message().c_str());
    QCOMPARE(std::ranges::count(*rows, false, &Row::published), 2658);
    QCOMPARE(std::ranges::count(*rows, true, &Row::published), 493);
    const auto row = std::ranges::find(*rows, "0058fde280a3", &Row::id);
    QVERIFY(row != rows->end());
    QCOMPARE(row->allocated.value(), Bytes{27281313280});
    QCOMPARE(row->phase, std::string("backward"));
    QCOMPARE(row->steps.at(1).find("forward")->peak, Bytes{24380225536});
    QCOMPARE(row->value_of("optimizer.implementation"), std::string("fused"));
    QCOMPARE(row->value_of("gpu"), std::string("NVIDIA A100-SXM4-80GB"));
}

void TestAccuracy::errors_are_signed_and_relative()
{
    Row row;
    row.allocated = 1000;
    QCOMPARE(judged(row, 900, 0).allocated_error().value(), -0.1);
    QVERIFY(!judged(row, 900, 0).reserved_error());
    Judgement refused = judged(row, 900, 0);
    refused.refused = "model_type: read x";
    QVERIFY(!refused.allocated_error());
}

void TestAccuracy::required_is_right_inside_its_tolerance()
{
    Row row;
    row.required = 1000;
    row.tolerance = 100;
    QCOMPARE(judged(row, 0, 950).required_error().value(), 0.0);
    QCOMPARE(judged(row, 0, 1100).required_error().value(), 0.1);
    QCOMPARE(judged(row, 0, 810).required_error().value(), -0.1);
}

void TestAccuracy::summaries_name_the_worst()
{
    Row row;
    row.allocated = 1000;
    const std::vector<Judgement> judgements{judged(row, 1010, 0), judged(row, 960, 0), judged(row, 1020, 0),
                                            judged(row, 1000, 0)};
    std::vector<Case> cases;
    for (const Judgement &one : judgements) cases.push_back({&one, one.allocated_error().value()});
    const ErrorSummary summary = summarize(cases, 1);
    QCOMPARE(summary.n, std::size_t{4});
    QCOMPARE(summary.median, 0.015);
    QCOMPARE(summary.p95, 0.04);
    QCOMPARE(summary.worst, 0.04);
    QCOMPARE(summary.bias, 0.005);
    QCOMPARE(summary.under, std::size_t{1});
    QCOMPARE(summary.worst_cases.size(), std::size_t{1});
    QCOMPARE(summary.worst_cases.front().judgement, &judgements[1]);
}

void TestAccuracy::every_row_keeps_its_budget()
{
    const auto budgets = read_budgets(data_folder + "/budgets.jsonl");
    QVERIFY2(budgets.ok(), budgets.ok() ? "" : budgets.error().message().c_str());
    const std::vector<Judgement> &judgements = every_row().judgements;
    for (const Judgement &one : judgements)
        QVERIFY2(one.row->published || one.answered(), (one.row->id + ": " + one.refused).c_str());
    const Breaches breaches = breaches_of(judgements, *budgets);
    if (!breaches.none())
        QFAIL((text_of(breaches, judgements) + "where the truth or a mechanism moved them: ./dev accuracy --renew").c_str());
}

void TestAccuracy::the_readme_shows_what_is_reached()
{
    std::vector<const Judgement *> all;
    for (const Judgement &one : every_row().judgements) all.push_back(&one);
    const std::string shown = shown_in_readme("plimsoll-accuracy --summary"), reached = summary_text(all);
    QVERIFY2(shown == reached, ("./dev readme writes the README's table anew:\n" + reached + "shown:\n" + shown).c_str());
}

void TestAccuracy::the_readme_shows_the_verdicts()
{
    const auto outcomes = read_outcomes(data_folder, every_row().rows);
    QVERIFY2(outcomes.ok(), outcomes.ok() ? "" : outcomes.error().message().c_str());
    const std::string shown = shown_in_readme("plimsoll-accuracy --verdicts");
    const std::string reached = verdicts_text(judge_outcomes(*outcomes, data_folder));
    QVERIFY2(shown == reached, ("./dev readme writes the README's table anew:\n" + reached).c_str());
}

PLIMSOLL_TEST(TestAccuracy)
} // namespace PLIMSOLL_FILE
#include "test_accuracy.moc"
