// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/test_program.h"
#include "tests/ui/hanging_driver.h"
#include "ui/document/live_monitor.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

namespace {

/// Answers at once; its clock counts the readings.
struct Counting final : LiveSource {
    LiveSnapshot read() override
    {
        LiveSnapshot out;
        out.time_ms = ++readings;
        out.gpus.resize(1);
        return out;
    }
    std::int64_t readings = 0;
};

} // namespace

/// What reads the cards beside the window, also where the driver does not answer.
class TestLiveMonitor : public QObject {
    Q_OBJECT
private slots:
    void readings_come_more_often_while_somebody_looks()
    {
        LiveMonitor monitor([] { return std::make_unique<Counting>(); });
        monitor.start();
        QTRY_VERIFY(monitor.latest());
        monitor.set_watched(true);
        QTRY_VERIFY(monitor.latest()->time_ms >= 3);
        QVERIFY(!monitor.silent());
    }
    void an_end_before_the_start_waits_for_nothing()
    {
        QElapsedTimer end;
        end.start();
        LiveMonitor([] { return std::make_unique<Counting>(); }).set_watched(true);
        QVERIFY(end.elapsed() < 200);
    }
    void silence_is_noticed_and_another_source_is_heard()
    {
        const auto asked = std::make_shared<QSemaphore>(), answers = std::make_shared<QSemaphore>();
        QElapsedTimer end;
        {
            LiveMonitor monitor([=] { return std::make_unique<sample::Hanging>(asked, answers); });
            monitor.set_overdue(-900); // of a second between readings
            monitor.set_watched(true);
            monitor.start();
            QTRY_VERIFY(monitor.silent());
            QVERIFY(!monitor.latest());
            monitor.set_overdue(8000);
            monitor.read_from([] { return std::make_unique<Counting>(); });
            QVERIFY(!monitor.silent());
            QTRY_VERIFY(monitor.latest() && monitor.latest()->gpus.size() == 1);
            answers->release(1000); // what the first one says now is not heard
            QTest::qWait(100);
            QVERIFY(monitor.latest()->gpus.size() == 1);
            end.start();
        }
        QVERIFY(end.elapsed() < LiveMonitor::patience_ms);
    }
    /// In whatever call the library hangs: the end comes, and what comes back afterwards finds nobody and breaks nothing.
    void a_library_that_hangs_does_not_hold_the_end_data() { sample::add_hanging_functions(); }
    void a_library_that_hangs_does_not_hold_the_end()
    {
        QFETCH(QByteArray, function);
        const QTemporaryDir folder;
        sample::HangingLibrary library(folder.path(), function);
        QVERIFY(library.held());
        QElapsedTimer end;
        {
            LiveMonitor monitor([library] { return library.source(); });
            monitor.start();
            QTRY_VERIFY(library.begun() > 0);
            QTest::qWait(50);
            QCOMPARE(library.over(), 0);
            end.start();
        }
        QVERIFY2(end.elapsed() < LiveMonitor::patience_ms + 1000, qPrintable(QString::number(end.elapsed())));
        QVERIFY(library.let_go());
        QTRY_COMPARE(library.over(), library.begun());
        QTest::qWait(50); // its thread ends
    }
};

PLIMSOLL_TEST(TestLiveMonitor)
} // namespace PLIMSOLL_FILE
#include "test_live_monitor.moc"
