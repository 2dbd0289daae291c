// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/accuracy/statistics.h"

#include <QTest>
#include <algorithm>

using namespace plimsoll;
using namespace plimsoll::accuracy;

namespace {

const std::string data_folder = PLIMSOLL_ACCURACY_DATA;

bool is_one_of(const std::string &value, std::initializer_list<const char *> accepted)
{
    return std::ranges::find(accepted, value) != accepted.end();
}

/// Training as most people do it: the four families with exact inventories, AdamW of torch, no kernels of other packages.
bool is_plain_training(const Row &row)
{
    return !row.published && row.value_of("task") == "train" &&
           is_one_of(row.model_type, {"llama", "qwen2", "qwen3", "mistral"}) &&
           is_one_of(row.value_of("weights.quant"), {"none", "nf4"}) && is_one_of(row.value_of("attention"), {"sdpa", "eager"}) &&
           is_one_of(row.value_of("loss.kind"), {"full", "chunked"}) && row.value_of("optimizer.name") == "adamw" &&
           is_one_of(row.value_of("optimizer.implementation"), {"fused", "foreach"}) && row.value_of("adapter.dora") != "true";
}

std::vector<Row> plain_training()
{
    auto rows = read_rows(data_folder + "/rows");
    if (!rows) return {};
    std::erase_if(*rows, [](const Row &row) { return !is_plain_training(row); });
    return std::move(*rows);
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
    void plain_training_is_answered_and_near();
};

void TestAccuracy::rows_are_read_whole()
{
    const auto rows = read_rows(data_folder + "/rows");
    QVERIFY2(rows.ok(), rows.ok() ? "" : rows.error().message().c_str());
    QCOMPARE(std::ranges::count(*rows, false, &Row::published), 2360);
    QCOMPARE(std::ranges::count(*rows, true, &Row::published), 439);
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

void TestAccuracy::plain_training_is_answered_and_near()
{
    const auto rows = plain_training();
    QVERIFY(rows.size() > 500);
    const auto judgements = judge(rows, data_folder, false);
    std::vector<const Judgement *> all;
    for (const Judgement &one : judgements) {
        QVERIFY2(one.answered(), (one.row->id + ": " + one.refused).c_str());
        all.push_back(&one);
    }
    const TableLine line = line_of("plain training", all, 8);
    QVERIFY2(line.allocated.median <= 0.05, worst_text(line).c_str());
}

QTEST_GUILESS_MAIN(TestAccuracy)
#include "test_accuracy.moc"
