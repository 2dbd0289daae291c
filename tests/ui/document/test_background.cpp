// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/test_program.h"
#include "tests/ui/sample.h"
#include "ui/document/differences.h"
#include "ui/document/scenarios.h"

#include <QSemaphore>
#include <QSignalSpy>
#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

class TestBackground : public QObject {
    Q_OBJECT
private slots:
    void only_the_latest_answer_arrives();
    void work_waits_until_nothing_is_asked();
    void what_was_dropped_is_not_answered();
    void an_end_in_the_middle_of_work_is_safe();
    void differences_are_those_of_the_edits();
};

void TestBackground::only_the_latest_answer_arrives()
{
    QObject receiver;
    LatestTask task(&receiver);
    QSemaphore started, go;
    std::vector<int> answers;
    bool first_was_wanted_at_its_end = true;
    task.ask(
        [&](const LatestTask::Wanted &wanted) {
            started.release();
            go.acquire();
            first_was_wanted_at_its_end = wanted();
            return 1;
        },
        [&](int answer) { answers.push_back(answer); });
    QTRY_COMPARE(started.available(), 1);
    task.ask([](const LatestTask::Wanted &) { return 2; }, [&](int answer) { answers.push_back(answer); });
    task.ask([](const LatestTask::Wanted &) { return 3; }, [&](int answer) { answers.push_back(answer); });
    go.release();
    QTRY_COMPARE(answers, std::vector<int>{3});
    QVERIFY(!first_was_wanted_at_its_end);
}

void TestBackground::work_waits_until_nothing_is_asked()
{
    QObject receiver;
    LatestTask task(&receiver);
    std::atomic<int> begun = 0;
    int answered = 0;
    for (int key = 0; key < 20; ++key) {
        task.ask([&begun](const LatestTask::Wanted &) { return ++begun; }, [&answered](int) { ++answered; });
        QCoreApplication::processEvents();
        QThread::msleep(1);
    }
    QTRY_COMPARE(answered, 1);
    QCOMPARE(begun.load(), 1);
}

void TestBackground::what_was_dropped_is_not_answered()
{
    QObject receiver;
    LatestTask task(&receiver);
    bool answered = false;
    task.ask([](const LatestTask::Wanted &) { return 1; }, [&](int) { answered = true; });
    task.drop();
    bool later = false;
    LatestTask(&receiver).ask([](const LatestTask::Wanted &) { return 1; }, [](int) {});
    QMetaObject::invokeMethod(
        &receiver, [&] { later = true; }, Qt::QueuedConnection);
    QTRY_VERIFY(later);
    QVERIFY(!answered);
}

void TestBackground::an_end_in_the_middle_of_work_is_safe()
{
    QObject receiver;
    bool answered = false;
    QSemaphore started;
    {
        LatestTask task(&receiver);
        task.ask(
            [&](const LatestTask::Wanted &wanted) {
                started.release();
                while (wanted()) QThread::yieldCurrentThread();
                return 1;
            },
            [&](int) { answered = true; });
        QTRY_COMPARE(started.available(), 1);
    }
    QCoreApplication::processEvents();
    QVERIFY(!answered);
}

void TestBackground::differences_are_those_of_the_edits()
{
    const std::shared_ptr<Planner> planner = sample::planner();
    Evaluator evaluator(planner);
    const Session session = first_session();
    const Plan &plan = session.current().plan;
    const ScenarioResult before = evaluator.evaluate_plan(plan, session.cards, false);
    QVERIFY(before.estimate);
    const FieldEdits longer{{"sequence_length", "8192"}}, refused{{"sequence_length", "no number"}};
    const auto changed = with_edits(plan, longer);
    QVERIFY(changed.ok());
    const Bytes expected = evaluator.evaluate_plan(*changed, session.cards, false).estimate->fullest().peak.device -
                           before.estimate->fullest().peak.device;
    QVERIFY(expected != 0);

    Differences differences(planner);
    std::vector<std::optional<Bytes>> found;
    connect(&differences, &Differences::found, this, [&](const auto &bytes) { found = bytes; });
    differences.ask(*before.estimate, plan, {longer, {}, refused});
    QTRY_COMPARE(found.size(), std::size_t{3});
    QCOMPARE(found[0], std::optional(expected));
    QVERIFY(!found[1] && !found[2]);
}

PLIMSOLL_TEST(TestBackground)
} // namespace PLIMSOLL_FILE
#include "test_background.moc"
