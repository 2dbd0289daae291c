// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/runtime.h"
#include "core/fit/solution_text.h"
#include "tests/test_program.h"

#include <QTest>

namespace PLIMSOLL_FILE {

// How a solution says up to where it is sure and up to where it is tight.

using namespace plimsoll;

namespace {

const Gpu &card() { return *find_gpu("RTX 4090")->gpu; } // 23.5 GiB usable

/// Bytes that grow with the length, and may be a tenth less or more.
Estimator grows(double base, double slope)
{
    return [=](const Plan &plan, const CardFacts &device) -> Result<Estimate> {
        Estimate out;
        out.plan.plan = plan;
        out.device = device;
        const double need = base + slope * static_cast<double>(plan.sequence_length);
        out.fullest().peak.reserved = out.fullest().peak.allocated = out.fullest().peak.required = static_cast<Bytes>(need);
        const ContextBytes context = context_bytes(device);
        out.fullest().peak.device = out.fullest().peak.reserved + context.bytes;
        out.fullest().peak.device_interval = {static_cast<Bytes>(0.9 * need) + context.interval.low,
                                              static_cast<Bytes>(1.1 * need) + context.interval.high};
        return out;
    };
}

Solution solved(double base, double slope)
{
    Solver solver(grows(base, slope), {}, SolveField::sequence_length);
    Result<Solution> out = solver.on_card(card());
    if (!out) qFatal("not solved");
    solver.add_tight(*out, node_of(card()));
    return *out;
}

} // namespace

class TestSolverTight : public QObject {
    Q_OBJECT
private slots:
    void sure_and_tight_are_both_edges()
    {
        const Solution solution = solved(2e9, 1e6);
        QVERIFY(solution.value && solution.tight && *solution.tight > *solution.value);
        const auto fits = [](Count length) {
            Plan plan;
            plan.sequence_length = length;
            return verdict_for(*grows(2e9, 1e6)(plan, card().facts()), card()).fits;
        };
        QCOMPARE(fits(*solution.value), Fits::yes);
        QCOMPARE(fits(*solution.value + 1), Fits::tight);
        QCOMPARE(fits(*solution.tight), Fits::tight);
        QCOMPARE(fits(*solution.tight + 1), Fits::no);
        const QString says = QString::fromStdString(solution_text(solution));
        QVERIFY2(says.contains("GiB usable; tight up to "), qPrintable(says));
    }

    void nothing_sure_is_not_nothing()
    {
        const Solution solution = solved(23.5e9, 1e5);
        QVERIFY(!solution.value && solution.tight);
        const QString says = QString::fromStdString(solution_text(solution));
        QVERIFY2(says.startsWith("tight up to sequence_length ") && says.contains(", sure at none: sequence_length 1 needs "),
                 qPrintable(says));
    }

    void nothing_at_all_contradicts_nothing()
    {
        const Solution solution = solved(60e9, 1e6);
        QVERIFY(!solution.value && !solution.tight);
        QCOMPARE(QString::fromStdString(solution_text(solution)).left(45),
                 QString("none. sequence_length 1 needs 50.7 to 62.1 of"));
    }
};

PLIMSOLL_TEST(TestSolverTight)
} // namespace PLIMSOLL_FILE
#include "test_solver_tight.moc"
