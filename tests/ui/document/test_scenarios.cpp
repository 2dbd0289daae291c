// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/test_program.h"
#include "ui/document/plan_editor.h"
#include "ui/document/scenarios.h"

#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

namespace {

QStringList names_of(const Session &session)
{
    QStringList out;
    for (const Scenario &one : session.scenarios) out << QString::fromStdString(one.name);
    return out;
}

Session three()
{
    Session session = first_session();
    session.scenarios[0].name = "a";
    session = with_name(with_duplicate(session, 0), 1, "b");
    session = with_name(with_duplicate(session, 1), 2, "c");
    session.selected = 1;
    session.baseline = 2;
    return session;
}

} // namespace

class TestScenarios : public QObject {
    Q_OBJECT
private slots:
    void duplicates_are_numbered_and_selected()
    {
        Session session = with_duplicate(first_session(), 0);
        session = with_duplicate(session, 1);
        QCOMPARE(names_of(session), (QStringList{u"QLoRA"_s, u"QLoRA 2"_s, u"QLoRA 3"_s}));
        QCOMPARE(session.selected, 2);
        QCOMPARE(session.scenarios[2].plan, session.scenarios[0].plan);
    }
    void the_last_scenario_stays()
    {
        QCOMPARE(without_scenario(first_session(), 0), first_session());
        QCOMPARE(without_scenario(first_session(), 7), first_session());
    }
    void removing_keeps_selection_and_baseline_on_their_plans()
    {
        const Session session = without_scenario(three(), 0);
        QCOMPARE(names_of(session), (QStringList{u"b"_s, u"c"_s}));
        QCOMPARE(session.selected, 0);
        QCOMPARE(session.baseline, std::optional<int>(1));
        QCOMPARE(without_scenario(three(), 2).baseline, std::optional<int>());
    }
    void moving_keeps_selection_and_baseline_on_their_plans()
    {
        const Session session = with_moved(three(), 2, 0);
        QCOMPARE(names_of(session), (QStringList{u"c"_s, u"a"_s, u"b"_s}));
        QCOMPARE(session.selected, 2);
        QCOMPARE(session.baseline, std::optional<int>(0));
        QCOMPARE(with_moved(session, 0, 2), three());
        QCOMPARE(with_moved(three(), 1, 3), three());
    }
    void comparing_keeps_the_selected_plan_and_its_place_among_the_precisions()
    {
        const Session session = with_compared_precisions(first_session(), {});
        QCOMPARE(names_of(session), (QStringList{u"FP32 full"_s, u"BF16 full"_s, u"QLoRA"_s}));
        QCOMPARE(session.selected, 2);
        QCOMPARE(session.current(), first_session().current());
        QCOMPARE(session.scenarios[0].plan.weights.dtype, WeightDtype::fp32);
        QCOMPARE(session.scenarios[0].plan.autocast, Autocast::none);
        QCOMPARE(session.scenarios[1].plan.weights.dtype, WeightDtype::bf16);
        QCOMPARE(session.scenarios[1].plan.method, Method::full);
        QVERIFY(!session.scenarios[1].plan.kbit_prepare);
    }
    void comparing_again_changes_nothing()
    {
        const Session once = with_compared_precisions(first_session(), {true, true});
        QCOMPARE(names_of(once), (QStringList{u"FP32 full"_s, u"BF16 full"_s, u"LoRA"_s, u"QLoRA"_s}));
        QCOMPARE(with_compared_precisions(once, {true, true}), once);
    }
    void cards_without_bf16_compare_fp16()
    {
        const Session session = with_compared_precisions(first_session(), {false, false});
        QCOMPARE(names_of(session)[1], QStringLiteral("FP16 full"));
        QCOMPARE(session.scenarios[1].plan.autocast, Autocast::fp16);
    }
    void names_follow_the_plan_until_the_user_gives_one()
    {
        Session session = first_session();
        Plan plan = session.current().plan;
        plan.method = Method::full;
        session = with_plan(session, plan);
        QCOMPARE(names_of(session), QStringList{u"BF16 full"_s});
        plan.weights.dtype = WeightDtype::fp32;
        session = with_plan(with_duplicate(session, 0), plan);
        QCOMPARE(names_of(session), (QStringList{u"BF16 full"_s, u"FP32 full"_s}));
        plan.weights.dtype = WeightDtype::bf16;
        session = with_plan(session, plan);
        QCOMPARE(names_of(session), (QStringList{u"BF16 full"_s, u"BF16 full 2"_s}));
        plan.task = Task::infer;
        plan.weights.quant = "nf4";
        session = with_plan(with_name(session, 1, "For the demo"), plan);
        QCOMPARE(names_of(session), (QStringList{u"BF16 full"_s, u"For the demo"_s}));
        session.selected = 0;
        QCOMPARE(names_of(with_plan(session, plan)), (QStringList{u"NF4"_s, u"For the demo"_s}));
    }
    void names_say_what_differs()
    {
        const auto with = [](const Session &session, const FieldEdits &edits) {
            return with_plan(session, *with_edits(session.current().plan, edits));
        };
        Session session = with(with_duplicate(first_session(), 0), {{"adapter.rank", "64"}});
        QCOMPARE(names_of(session), (QStringList{u"QLoRA r16"_s, u"QLoRA r64"_s}));
        session = with(with_duplicate(session, 1), {{"sequence_length", "4096"}});
        QCOMPARE(names_of(session),
                 (QStringList{u"QLoRA r16 2048 tokens"_s, u"QLoRA r64 2048 tokens"_s, u"QLoRA r64 4096 tokens"_s}));
        session = with(session, {{"adapter.rank", "16"}});
        QCOMPARE(names_of(session),
                 (QStringList{u"QLoRA r16 2048 tokens"_s, u"QLoRA r64 2048 tokens"_s, u"QLoRA r16 4096 tokens"_s}));
        session = with(session, {{"method", "lora"}, {"weights.quant", "none"}});
        QCOMPARE(names_of(session), (QStringList{u"QLoRA r16"_s, u"QLoRA r64"_s, u"LoRA"_s}));
        session = without_scenario(session, 0);
        QCOMPARE(names_of(session), (QStringList{u"QLoRA"_s, u"LoRA"_s}));
        // what is no everyday field has its own name, and what the user named stays
        session = with(with_duplicate(with_name(session, 1, "Mine"), 0), {{"max_grad_norm", "0"}});
        QCOMPARE(names_of(session), (QStringList{u"QLoRA"_s, u"QLoRA max grad norm 0"_s, u"Mine"_s}));
        session = with(session, {{"model", "llama-3.1-8b"}});
        QCOMPARE(names_of(session)[1], u"QLoRA llama-3.1-8b max grad norm 0"_s);
    }
    /// The same names come back from a file, and follow the plans there.
    void saved_names_go_on()
    {
        Session session = with_duplicate(first_session(), 0);
        session = with_plan(session, *with_edits(session.current().plan, {{"adapter.rank", "64"}}));
        session = session_from_text(session_to_text(session))->session;
        session = with_plan(session, *with_edits(session.current().plan, {{"adapter.rank", "8"}}));
        QCOMPARE(names_of(session), (QStringList{u"QLoRA r16"_s, u"QLoRA r8"_s}));
        session = session_from_text(R"({"schema": "plimsoll.session/1", "scenarios": [
            {"plan": {"method": "lora", "adapter": {"rank": 8}}}, {"plan": {"method": "lora", "adapter": {"rank": 32}}}]})")
                      ->session;
        QCOMPARE(names_of(session), (QStringList{u"LoRA r8"_s, u"LoRA r32"_s}));
    }
    void joined_plans_are_told_apart()
    {
        Session other = first_session();
        other.scenarios[0].plan = *with_edits(other.scenarios[0].plan, {{"model", "llama-3.1-8b"}});
        QCOMPARE(names_of(with_joined(first_session(), other)),
                 (QStringList{u"QLoRA qwen2.5-coder-7b"_s, u"QLoRA llama-3.1-8b"_s}));
    }
    void inference_compares_weights()
    {
        Session session = first_session();
        session.scenarios[0].plan.task = Task::infer;
        session.scenarios[0].name = "Run";
        QCOMPARE(names_of(with_compared_precisions(session, {})), (QStringList{u"FP32"_s, u"BF16"_s, u"Run"_s}));
    }
};

PLIMSOLL_TEST(TestScenarios)
} // namespace PLIMSOLL_FILE
#include "test_scenarios.moc"
