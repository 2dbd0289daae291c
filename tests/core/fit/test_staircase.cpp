// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cards/gpu_catalogue.h"
#include "core/fit/solver.h"
#include "core/fit/staircase.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "core/replay/caching_allocator.h"
#include "tests/test_program.h"

#include <QTest>
#include <nlohmann/json.hpp>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

/// An estimate whose allocator was asked for these segments.
Estimate asked_for(std::vector<Bytes> requests)
{
    Estimate out;
    for (const Bytes request : requests) out.fullest().peak.reserved += segment_bytes(request);
    out.fullest().requests = std::move(requests);
    return out;
}

Staircase::Step at_value(Count value, const Estimate &estimate, bool here = true)
{
    return {value, estimate.fullest().peak.reserved + 100 * mib, here, &estimate};
}

} // namespace

/// Where the next value needs another page of a segment, known without an estimate of it.
class TestStaircase : public QObject {
    Q_OBJECT
private slots:
    void rounds_every_segment_for_itself();
    void another_number_of_segments_grows_in_proportion();
    void says_nothing_without_growth();
    void leads_real_steps_to_the_edge();
};

void TestStaircase::rounds_every_segment_for_itself()
{
    // 20 MiB of weights, 1 MiB and 1.5 MiB a value
    const Estimate low = asked_for({20 * mib, 20 * mib, 30 * mib}), high = asked_for({20 * mib, 24 * mib, 36 * mib});
    const auto stairs = Staircase::through(at_value(20, low), at_value(24, high));
    QVERIFY(stairs);
    const Bytes at_20 = low.fullest().peak.reserved + 100 * mib;
    QCOMPARE(stairs->reach(at_20, 1, 100), 20);
    QCOMPARE(stairs->reach(at_20 + 4 * mib, 1, 100), 21); // 21 and 31.5 MiB: 22 and 32
    QCOMPARE(stairs->reach(at_20 + 6 * mib, 1, 100), 22); // 22 and 33 MiB: 22 and 34
    QCOMPARE(stairs->reach(0, 20, 24), 19);
    QCOMPARE(stairs->reach(at_20 + 100 * mib, 20, 24), 24);
}

void TestStaircase::another_number_of_segments_grows_in_proportion()
{
    const Estimate near = asked_for({20 * mib, 40 * mib, 60 * mib}), far = asked_for({20 * mib, 10 * mib});
    const auto stairs = Staircase::through(at_value(20, near), at_value(5, far));
    QVERIFY(stairs);
    QCOMPARE(stairs->reach(near.fullest().peak.reserved + 110 * mib, 1, 100), 22); // 2 and 3 MiB a value
    // the same number on another card is no pair of segments: 20 MiB may be its workspace
    const Estimate elsewhere = asked_for({10 * mib, 20 * mib, 10 * mib});
    QCOMPARE(Staircase::through(at_value(20, near), at_value(5, elsewhere, false))
                 ->reach(near.fullest().peak.reserved + 120 * mib, 1, 100),
             22);
}

void TestStaircase::says_nothing_without_growth()
{
    const Estimate one = asked_for({20 * mib, 30 * mib}), none = asked_for({});
    QVERIFY(!Staircase::through(at_value(20, one), at_value(24, one)));
    QVERIFY(!Staircase::through(at_value(20, one), at_value(20, one)));
    QVERIFY(!Staircase::through(at_value(20, none), at_value(24, one)));
}

/// A step of 7 billion parameters with quantised weights, as the board asks about it: lengths on the cards of one generation.
void TestStaircase::leads_real_steps_to_the_edge()
{
    const nlohmann::json written{
        {"model", {{"preset", "qwen2.5-coder-7b"}}}, {"method", "qlora"}, {"gradient_checkpointing", true}};
    const auto plan = plan_from_object(written);
    const auto model = load_model(plan->plan.model);
    const auto resolved = resolve(plan->plan, **model, find_gpu("L40S")->gpu->facts());
    QVERIFY(resolved.ok());
    Solver solver(estimator_for(*model), resolved->plan, SolveField::sequence_length, quick_estimator_for(*model));
    const std::vector<const char *> cards{"L40S", "L40", "RTX 6000 Ada Generation", "RTX 5880 Ada Generation"};
    for (const char *card : cards) QVERIFY(solver.on_card(*find_gpu(card)->gpu)->value);
    const double each = static_cast<double>(solver.estimates_made()) / static_cast<double>(cards.size());
    QVERIFY2(each <= 3, std::to_string(each).c_str()); // of which two are the edge itself
}

PLIMSOLL_TEST(TestStaircase)
} // namespace PLIMSOLL_FILE
#include "test_staircase.moc"
