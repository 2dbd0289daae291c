// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/coverage.h"

#include <QTest>

using namespace plimsoll;

class TestCoverage : public QObject {
    Q_OBJECT
private slots:
    void a_plain_step_is_covered() { QCOMPARE(*coverage_of(Plan{}), Coverage{}); }
    void a_split_model_is_refused();
    void missing_ranks_make_a_lower_bound();
    void other_loops_are_said();
    void unchecked_mechanisms_are_said_data();
    void unchecked_mechanisms_are_said();
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

void TestCoverage::missing_ranks_make_a_lower_bound()
{
    Plan plan;
    plan.parallel.data = 2;
    QVERIFY(!coverage_of(plan)->lower_bound_reason.empty());
}

void TestCoverage::other_loops_are_said()
{
    Plan plan;
    plan.stack = Stack::llama_factory; // transformers' Trainer with PEFT: nothing of its own
    QVERIFY(coverage_of(plan)->warnings.empty());
    plan.stack = Stack::unsloth;
    plan.compile = true;
    const auto coverage = coverage_of(plan);
    QCOMPARE(coverage->warnings.size(), std::size_t{2});
    QVERIFY(coverage->warnings[0].text.starts_with("stack unsloth:"));
    QVERIFY(coverage->lower_bound_reason.empty());
    plan = {};
    plan.stack = Stack::axolotl; // its kernels are for adapters
    QVERIFY(coverage_of(plan)->warnings.empty());
    plan.method = Method::lora;
    QCOMPARE(coverage_of(plan)->warnings.size(), std::size_t{1});
}

void TestCoverage::unchecked_mechanisms_are_said_data()
{
    QTest::addColumn<QString>("begins");
    QTest::addColumn<int>("which");
    QTest::newRow("galore") << "optimizer galore:" << 0;
    QTest::newRow("apollo") << "optimizer apollo:" << 1;
    QTest::newRow("torchao") << "optimizer adamw_4bit:" << 2;
    QTest::newRow("dpo") << "objective dpo:" << 3;
    QTest::newRow("orpo") << "objective orpo:" << 4;
    QTest::newRow("grpo") << "objective grpo:" << 5;
    QTest::newRow("offloaded activations") << "gradient_checkpointing {\"offload\": \"activations\"}:" << 6;
    QTest::newRow("selective") << "gradient_checkpointing selective:" << 7;
}

void TestCoverage::unchecked_mechanisms_are_said()
{
    QFETCH(QString, begins);
    QFETCH(int, which);
    Plan plan;
    if (which == 0) plan.optimizer.name = OptimizerName::galore;
    if (which == 1) plan.optimizer.name = OptimizerName::apollo;
    if (which == 2) plan.optimizer.name = OptimizerName::adamw_4bit;
    if (which == 3) plan.objective = Objective::dpo;
    if (which == 4) plan.objective = Objective::orpo;
    if (which == 5) plan.objective = Objective::grpo;
    if (which == 6) plan.gradient_checkpointing.offload_activations = true;
    if (which == 7) plan.gradient_checkpointing.selective = "mlp";
    const auto coverage = coverage_of(plan);
    QCOMPARE(coverage->warnings.size(), std::size_t{1});
    QVERIFY2(QString::fromStdString(coverage->warnings[0].text).startsWith(begins), coverage->warnings[0].text.c_str());
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
