// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stacks/pipeline_schedule.h"
#include "tests/test_program.h"

#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

/// "0F1": what torch's own print of an action says.
QString as_text(const std::vector<PipelineAction> &actions, bool computed_only = false)
{
    using Kind = PipelineAction::Kind;
    const auto name = [](Kind kind) -> QString {
        switch (kind) {
        case Kind::receive_input: return "RECV_F";
        case Kind::forward: return "F";
        case Kind::send_output: return "SEND_F";
        case Kind::release_output: return "WAIT_SEND_F";
        case Kind::receive_gradient: return "RECV_B";
        case Kind::backward: return "B";
        case Kind::send_gradient: return "SEND_B";
        case Kind::release_gradient: return "WAIT_SEND_B";
        }
        return {};
    };
    QStringList out;
    for (const PipelineAction &action : actions)
        if (!computed_only || action.kind == Kind::forward || action.kind == Kind::backward)
            out << QString::number(action.stage) + name(action.kind) + QString::number(action.micro_batch);
    return out.join(' ');
}

} // namespace

class TestPipelineSchedule : public QObject {
    Q_OBJECT
private slots:
    void one_forward_one_backward();
    void gpipe_runs_all_forwards_first();
    void interleaved_is_torchs();
    void refusals_are_torchs();
};

void TestPipelineSchedule::one_forward_one_backward()
{
    const PipelineShape shape{.ranks = 4, .micro_batches = 4};
    QCOMPARE(as_text(pipeline_actions(shape, 0), true), "0F0 0F1 0F2 0F3 0B0 0B1 0B2 0B3");
    QCOMPARE(as_text(pipeline_actions(shape, 2), true), "2F0 2F1 2B0 2F2 2B1 2F3 2B2 2B3");
    QCOMPARE(as_text(pipeline_actions(shape, 3), true), "3F0 3B0 3F1 3B1 3F2 3B2 3F3 3B3");
}

void TestPipelineSchedule::gpipe_runs_all_forwards_first()
{
    const PipelineShape shape{.ranks = 2, .micro_batches = 3, .schedule = PipelineSchedule::gpipe};
    QCOMPARE(as_text(pipeline_actions(shape, 1), true), "1F0 1F1 1F2 1B0 1B1 1B2");
}

/// ScheduleInterleaved1F1B(…).pipeline_order_with_comms[0] of torch 2.15.0, without what shards.
void TestPipelineSchedule::interleaved_is_torchs()
{
    const PipelineShape shape{.ranks = 4, .virtual_stages = 2, .micro_batches = 6};
    QCOMPARE(as_text(pipeline_actions(shape, 0)),
             "0F0 0SEND_F0 4RECV_F0 0F1 0SEND_F1 4RECV_F1 0F2 0SEND_F2 4RECV_F2 0F3 0SEND_F3 4RECV_F3 0F4 0SEND_F4 4RECV_F4 "
             "0F5 0SEND_F5 4RECV_F5 4F0 4SEND_F0 4F1 4SEND_F1 4F2 4SEND_F2 4F3 4SEND_F3 4F4 4SEND_F4 4F5 4SEND_F5 "
             "4RECV_B0 4B0 4WAIT_SEND_F0 4SEND_B0 4RECV_B1 4B1 4WAIT_SEND_F1 4SEND_B1 4RECV_B2 4B2 4WAIT_SEND_F2 4SEND_B2 "
             "4RECV_B3 4B3 4WAIT_SEND_F3 4SEND_B3 4RECV_B4 4B4 4WAIT_SEND_F4 4SEND_B4 4RECV_B5 4B5 4WAIT_SEND_F5 4SEND_B5 "
             "0RECV_B0 0B0 0WAIT_SEND_F0 0RECV_B1 0B1 0WAIT_SEND_F1 0RECV_B2 0B2 0WAIT_SEND_F2 0RECV_B3 0B3 0WAIT_SEND_F3 "
             "0RECV_B4 0B4 0WAIT_SEND_F4 0RECV_B5 0B5 0WAIT_SEND_F5 4WAIT_SEND_B0 4WAIT_SEND_B1 4WAIT_SEND_B2 4WAIT_SEND_B3 "
             "4WAIT_SEND_B4 4WAIT_SEND_B5");
}

void TestPipelineSchedule::refusals_are_torchs()
{
    const auto few = refused_schedule({.ranks = 4, .micro_batches = 2});
    QVERIFY(few);
    QCOMPARE(few->text, "Number of microbatches (2) must be greater than or equal to the number of stages (4).");
    QVERIFY(!refused_schedule({.ranks = 4, .micro_batches = 2, .schedule = PipelineSchedule::gpipe}));
    QVERIFY(!refused_schedule({.ranks = 4, .virtual_stages = 2, .micro_batches = 6}));
    const auto uneven = refused_schedule({.ranks = 4, .virtual_stages = 2, .micro_batches = 9});
    QVERIFY(uneven);
    QVERIFY(uneven->text.starts_with("Interleaved 1F1B requires the number of microbatches to be a multiple"));
}

PLIMSOLL_TEST(TestPipelineSchedule)
} // namespace PLIMSOLL_FILE
#include "test_pipeline_schedule.moc"
