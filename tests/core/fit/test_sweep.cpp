// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/sweep.h"
#include "core/load/load.h"
#include "tests/test_program.h"

#include <QTest>
#include <cmath>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

using Values = std::vector<std::string>;

ModelReference preset(const char *name)
{
    ModelReference model;
    model.preset = name;
    return model;
}

Plan lora_plan()
{
    Plan plan;
    plan.model = preset("qwen2.5-0.5b");
    plan.method = Method::lora;
    plan.given = {"model", "method"};
    return plan;
}

std::string refused(const char *text)
{
    const Result<SweepAxis> axis = sweep_axis(text);
    return axis.ok() ? "accepted" : axis.error().message();
}

} // namespace

class TestSweep : public QObject {
    Q_OBJECT
private slots:
    void ranges_meet_their_end_and_never_pass_it();
    void lists_and_option_names();
    void what_is_no_axis_is_refused();
    void a_range_of_a_few_characters_stays_a_few_values();
    void points_are_every_combination_the_last_turning_fastest();
    void too_many_points_and_one_field_twice_are_refused();
    void a_point_is_what_estimate_says();
    void a_value_that_is_not_accepted_is_an_error_of_its_point();
    void larger_values_take_more();
};

void TestSweep::ranges_meet_their_end_and_never_pass_it()
{
    QCOMPARE(sweep_axis("micro_batch=1:4")->values, (Values{"1", "2", "3", "4"}));
    QCOMPARE(sweep_axis("sequence_length=1024:4096:1024")->values, (Values{"1024", "2048", "3072", "4096"}));
    QCOMPARE(sweep_axis("sequence_length=1000:2500:1000")->values, (Values{"1000", "2000"}));
    QCOMPARE(sweep_axis("sequence_length=1K:8K:x2")->values, (Values{"1000", "2000", "4000", "8000"}));
    QCOMPARE(sweep_axis("adapter.rank=8:8")->values, (Values{"8"}));
    QCOMPARE(sweep_axis("adapter.dropout=0:0.3:0.1")->values, (Values{"0", "0.1", "0.2", "0.3"}));
    QCOMPARE(sweep_axis("target.budget_bytes=8GiB:24GiB:8GiB")->values, (Values{"8589934592", "17179869184", "25769803776"}));
}

void TestSweep::lists_and_option_names()
{
    QCOMPARE(sweep_axis("method=full,lora,qlora")->values, (Values{"full", "lora", "qlora"}));
    QCOMPARE(sweep_axis("rank=8,64")->field, std::string("adapter.rank"));
    QCOMPARE(sweep_axis("sequence-length=1024")->field, std::string("sequence_length"));
    QCOMPARE(sweep_axis("gradient_checkpointing=true,false")->values.size(), std::size_t{2});
}

void TestSweep::what_is_no_axis_is_refused()
{
    QCOMPARE(refused(""), std::string("over: read nothing, accepted: FIELD=FROM:TO, FIELD=FROM:TO:STEP, FIELD=FROM:TO:x2 or "
                                      "FIELD=A,B,C"));
    QCOMPARE(refused("model=a,b"), std::string("accepted"));
    QVERIFY(refused("name=a,b").find("a field of the plan with one value") != std::string::npos);
    QVERIFY(refused("sequence_lenght=1:4").find("such as sequence_length") != std::string::npos);
    for (const char *text : {"micro_batch=4:1", "micro_batch=1:4:0", "micro_batch=1:4:-1", "micro_batch=1:2:3:4",
                             "micro_batch=a:4", "micro_batch=0:4:x2", "micro_batch=1:4:x1", "adapter.dropout=0:nan"})
        QVERIFY2(refused(text).find("FROM:TO[:STEP] with FROM ≤ TO") != std::string::npos, text);
    QVERIFY(refused("method=full:lora").find("values with commas between") != std::string::npos);
}

void TestSweep::a_range_of_a_few_characters_stays_a_few_values()
{
    QCOMPARE(refused("target.budget_bytes=8GiB:7580780GiB:8GiB"),
             std::string("over target.budget_bytes: read 8GiB:7580780GiB:8GiB, accepted: at most 100000 values; a larger STEP "
                         "gives fewer"));
    for (const char *text : {"sequence_length=1:99999999", "sequence_length=1:100001", "adapter.dropout=0:1:0.000001"})
        QVERIFY2(refused(text).find("at most 100000 values") != std::string::npos, text);
    QCOMPARE(sweep_axis("sequence_length=1:100000")->values.size(), std::size_t{100000});
    std::string list = "micro_batch=1";
    for (int i = 1; i < 100000; ++i) list += ",1";
    QCOMPARE(sweep_axis(list)->values.size(), std::size_t{100000});
    QVERIFY(refused((list + ",1").c_str()).find("at most 100000 values") != std::string::npos);
}

void TestSweep::points_are_every_combination_the_last_turning_fastest()
{
    const Result<Sweep> sweep =
        Sweep::over(lora_plan(), {*sweep_axis("sequence_length=512,1024"), *sweep_axis("micro_batch=1:3")});
    QCOMPARE(sweep->size(), std::size_t{6});
    QCOMPARE(sweep->values_at(0), (Values{"512", "1"}));
    QCOMPARE(sweep->values_at(4), (Values{"1024", "2"}));
    QCOMPARE(sweep->plan_at(4)->sequence_length, Count{1024});
    QCOMPARE(sweep->plan_at(4)->micro_batch, Count{2});
    QVERIFY(sweep->plan_at(4)->has("micro_batch"));
}

void TestSweep::too_many_points_and_one_field_twice_are_refused()
{
    const SweepAxis thousand = *sweep_axis("sequence_length=1:1001");
    QVERIFY(!Sweep::over({}, {thousand, *sweep_axis("micro_batch=1:1000")}).ok());
    QVERIFY(!Sweep::over({}, {thousand, thousand}).ok());
    QVERIFY(!Sweep::over({}, {}).ok());
}

void TestSweep::a_point_is_what_estimate_says()
{
    const ArchitectureRef model = *load_model(preset("qwen2.5-0.5b"), "");
    Plan plan = lora_plan();
    plan.target.gpus = {"GTX 1650"};
    plan.target.budget_bytes = 24 * gib;
    const SweepTarget target = *sweep_target(plan.target);
    QCOMPARE(target.names(), (Values{"GeForce GTX 1650", "24 GiB budget"}));
    const Sweep sweep = *Sweep::over(plan, {*sweep_axis("sequence_length=256:4096:x4")});
    for (std::size_t i = 0; i < sweep.size(); ++i) {
        const SweepPoint point = sweep_point(model, sweep.plan_at(i), target);
        const Result<Estimate> whole = estimate(model, *sweep.plan_at(i), target.cluster.device());
        QVERIFY(!point.error);
        QCOMPARE(point.peak.device, whole->fullest().peak.device);
        QCOMPARE(point.peak.allocated, whole->fullest().peak.allocated);
        QCOMPARE(point.fits[0], verdict_for(*whole, *target.cluster.nodes[0].card).fits);
        QCOMPARE(point.fits[1], verdict_for_budget(*whole, 24 * gib).fits);
        QCOMPARE(point.peak.reserved, whole->fullest().peak.reserved);
    }
}

void TestSweep::a_value_that_is_not_accepted_is_an_error_of_its_point()
{
    const ArchitectureRef model = *load_model(preset("qwen2.5-0.5b"), "");
    const Sweep sweep = *Sweep::over(lora_plan(), {*sweep_axis("method=lora,magic")});
    QVERIFY(!sweep_point(model, sweep.plan_at(0), {}).error);
    const SweepPoint point = sweep_point(model, sweep.plan_at(1), {});
    QVERIFY(point.error);
    QCOMPARE(point.error->field, std::string("method"));
    QVERIFY(!sweep_target({{"no such card"}, {}}).ok());
}

void TestSweep::larger_values_take_more()
{
    const ArchitectureRef model = *load_model(preset("qwen2.5-0.5b"), "");
    const Sweep sweep = *Sweep::over(lora_plan(), {*sweep_axis("sequence_length=512:4096:512"), *sweep_axis("micro_batch=1:3")});
    for (std::size_t i = 0; i + 3 < sweep.size(); ++i)
        QVERIFY(sweep_point(model, sweep.plan_at(i), {}).peak.allocated <
                sweep_point(model, sweep.plan_at(i + 3), {}).peak.allocated);
}

PLIMSOLL_TEST(TestSweep)
} // namespace PLIMSOLL_FILE
#include "test_sweep.moc"
