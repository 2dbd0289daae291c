// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/coverage.h"

#include <QTest>

using namespace plimsoll;

class TestCoverage : public QObject {
    Q_OBJECT
private slots:
    void a_plain_step_is_covered() { QCOMPARE(*coverage_of(Plan{}), Coverage{}); }
    void a_split_model_is_refused();
    void missing_states_make_a_lower_bound();
    void other_loops_are_said();
    void training_fields_do_not_touch_inference();
};

void TestCoverage::a_split_model_is_refused()
{
    Plan plan;
    plan.parallel.zero = 3;
    const auto sharded = coverage_of(plan);
    QVERIFY(!sharded.ok());
    QCOMPARE(sharded.error().field, std::string("parallel.zero"));
    plan.parallel = {.tensor = 2};
    QCOMPARE(coverage_of(plan).error().field, std::string("parallel.tensor"));
}

void TestCoverage::missing_states_make_a_lower_bound()
{
    Plan plan;
    plan.optimizer.name = OptimizerName::galore;
    QVERIFY(coverage_of(plan)->lower_bound_reason.starts_with("the states of the optimizer galore"));
    plan = {};
    plan.parallel.data = 2;
    QVERIFY(!coverage_of(plan)->lower_bound_reason.empty());
    plan = {};
    plan.gradient_checkpointing.selective = "mlp";
    QVERIFY(!coverage_of(plan)->lower_bound_reason.empty());
}

void TestCoverage::other_loops_are_said()
{
    Plan plan;
    plan.stack = Stack::llama_factory;
    plan.compile = true;
    const auto coverage = coverage_of(plan);
    QCOMPARE(coverage->warnings.size(), std::size_t{2});
    QVERIFY(coverage->warnings[0].text.starts_with("stack llama-factory:"));
    QVERIFY(coverage->lower_bound_reason.empty());
}

void TestCoverage::training_fields_do_not_touch_inference()
{
    Plan plan;
    plan.task = Task::infer;
    plan.optimizer.name = OptimizerName::muon;
    QCOMPARE(*coverage_of(plan), Coverage{});
}

QTEST_GUILESS_MAIN(TestCoverage)
#include "test_coverage.moc"
