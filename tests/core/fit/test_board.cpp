// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/board.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "tests/test_program.h"

#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

Estimate estimate_of(const char *text, const char *card)
{
    const auto parsed = plan_from_json(std::string_view(text));
    const auto made = estimate(*load_model(parsed->plan.model), parsed->plan, find_gpu(card)->gpu->facts(),
                               {.timeline = false, .allocator = true, .explain = false});
    if (!made) qFatal("%s", made.error().message().c_str());
    return *made;
}

std::vector<Gpu> cards(std::initializer_list<const char *> names)
{
    std::vector<Gpu> out;
    for (const char *name : names) out.push_back(*find_gpu(name)->gpu);
    return out;
}

constexpr const char *training = R"({"model": {"preset": "qwen2.5-0.5b"}, "method": "lora", "sequence_length": 1024})";
constexpr const char *running = R"({"model": {"preset": "qwen2.5-0.5b"}, "task": "infer"})";
constexpr auto always = [] { return true; };

} // namespace

/// Case 0's question for a whole catalogue at once.
class TestBoard : public QObject {
    Q_OBJECT
private slots:
    void verdicts_are_those_of_each_card();
    void maxima_come_near_first_and_exact_at_last();
    void maxima_do_not_depend_on_which_thread_was_first();
    void inference_asks_for_sequences_and_context();
    void work_ends_when_nobody_wants_it();
};

void TestBoard::verdicts_are_those_of_each_card()
{
    const std::vector<Gpu> some = cards({"GTX 1080 Ti", "T4", "RTX 4090", "A100 SXM4 80GB"});
    std::vector<Board> told;
    work_out_board(estimate_of(training, "RTX 4090"), some, always, [&](const Board &board) { told.push_back(board); });
    for (std::size_t i = 0; i < some.size(); ++i) {
        const Verdict own = verdict_for(estimate_of(training, some[i].name.c_str()), some[i]);
        QCOMPARE(told.front().rows[i].verdict.fits, own.fits);
        QCOMPARE(told.front().rows[i].verdict.need, own.need);
    }
    QVERIFY(!told.front().rows[0].batch.value);
}

void TestBoard::maxima_come_near_first_and_exact_at_last()
{
    const std::vector<Gpu> some = cards({"GTX 1080 Ti", "T4", "RTX 3060", "RTX 4090", "A100 SXM4 80GB", "H200 SXM 141GB"});
    const Estimate estimate = estimate_of(training, "RTX 4090");
    std::vector<Board> told;
    work_out_board(estimate, some, always, [&](const Board &board) { told.push_back(board); });
    QVERIFY(told.size() >= 3 && told.back().exact && !told[1].exact);
    const auto fits = [&](Count length, const Gpu &gpu) {
        const Plan longer = with_value(estimate.plan.plan, SolveField::sequence_length, length);
        return verdict_for(*estimator_for(estimate.architecture)(longer, gpu.facts()), gpu).fits == Fits::yes;
    };
    for (std::size_t i = 0; i < some.size(); ++i) {
        const BoardRow &early = told[1].rows[i], &late = told.back().rows[i];
        QVERIFY(early.length.value && !early.length.exact && late.length.exact && late.batch.exact);
        QVERIFY(fits(*late.length.value, some[i]) && !fits(*late.length.value + 1, some[i]));
        const double off = static_cast<double>(*early.length.value) / static_cast<double>(*late.length.value);
        QVERIFY2(off > 0.9 && off < 1.1, (some[i].name + ": " + std::to_string(off)).c_str());
    }
}

/// Needs climb in uneven steps, so that a card has several edges: which one is found was a matter of what others had tried by then.
void TestBoard::maxima_do_not_depend_on_which_thread_was_first()
{
    const Estimate estimate = estimate_of(training, "RTX 4090");
    Board first, second;
    work_out_board(estimate, gpu_catalogue(), always, [&](const Board &board) { first = board; });
    work_out_board(estimate, gpu_catalogue(), always, [&](const Board &board) { second = board; });
    QVERIFY(first.exact && first.rows.size() > 400);
    for (std::size_t i = 0; i < first.rows.size(); ++i) {
        QCOMPARE(second.rows[i].batch.value, first.rows[i].batch.value);
        QCOMPARE(second.rows[i].length.value, first.rows[i].length.value);
    }
}

void TestBoard::inference_asks_for_sequences_and_context()
{
    const std::vector<Gpu> some = cards({"RTX 3060"});
    Board last;
    work_out_board(estimate_of(running, "RTX 3060"), some, always, [&](const Board &board) { last = board; });
    QCOMPARE(last.batch, SolveField::sequences);
    QCOMPARE(last.length, SolveField::context);
    QVERIFY(last.rows[0].batch.value.value_or(0) > 1 && last.rows[0].length.value.value_or(0) > 4096);
}

void TestBoard::work_ends_when_nobody_wants_it()
{
    int asked = 0, told = 0;
    work_out_board(
        estimate_of(training, "RTX 4090"), gpu_catalogue(), [&] { return ++asked < 4; }, [&](const Board &) { ++told; });
    QCOMPARE(told, 0);
    QVERIFY2(asked < 2000, std::to_string(asked).c_str());
}

PLIMSOLL_TEST(TestBoard)
} // namespace PLIMSOLL_FILE
#include "test_board.moc"
