// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/live/nvml_source.h"
#include "ui/document/live_monitor.h"

#include <QElapsedTimer>
#include <QFile>
#include <QSemaphore>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>

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

/// A driver that answers when `answers` says so.
struct Hanging final : LiveSource {
    Hanging(std::shared_ptr<QSemaphore> into, std::shared_ptr<QSemaphore> out) : asked(std::move(into)), answers(std::move(out))
    {}
    LiveSnapshot read() override
    {
        asked->release();
        answers->acquire();
        return {1, {}, {}, {"late"}};
    }
    std::shared_ptr<QSemaphore> asked, answers;
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
            LiveMonitor monitor([=] { return std::make_unique<Hanging>(asked, answers); });
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
    void a_library_that_hangs_does_not_hold_the_end_data()
    {
        QTest::addColumn<QByteArray>("function");
        for (const char *one : {"nvmlInit_v2", "nvmlDeviceGetCount_v2", "nvmlDeviceGetHandleByIndex_v2",
                                "nvmlDeviceGetMemoryInfo_v2", "nvmlDeviceGetComputeRunningProcesses_v3"})
            QTest::newRow(one) << QByteArray(one);
    }
    void a_library_that_hangs_does_not_hold_the_end()
    {
        QFETCH(QByteArray, function);
        const QTemporaryDir folder;
        const QString hangs = folder.filePath(u"hangs"_s);
        QFile file(hangs);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.close();
        qputenv("FAKE_NVML_HANG", hangs.toUtf8());
        qputenv("FAKE_NVML", "hang:" + function + ";");
        struct Library final : LiveSource {
            Library(std::shared_ptr<std::atomic<int>> from, std::shared_ptr<std::atomic<int>> to)
                : begun(std::move(from)), over(std::move(to))
            {}
            LiveSnapshot read() override
            {
                ++*begun;
                LiveSnapshot out = nvml.read();
                ++*over;
                return out;
            }
            NvmlSource nvml{{{FAKE_NVML_LIBRARY}, "/nowhere", "/nowhere"}};
            std::shared_ptr<std::atomic<int>> begun, over;
        };
        const auto begun = std::make_shared<std::atomic<int>>(0), over = std::make_shared<std::atomic<int>>(0);
        QElapsedTimer end;
        {
            LiveMonitor monitor([=] { return std::make_unique<Library>(begun, over); });
            monitor.start();
            QTRY_VERIFY(*begun > 0);
            QTest::qWait(50);
            QCOMPARE(over->load(), 0);
            end.start();
        }
        QVERIFY2(end.elapsed() < LiveMonitor::patience_ms + 1000, qPrintable(QString::number(end.elapsed())));
        QVERIFY(QFile::remove(hangs));
        QTRY_COMPARE(over->load(), begun->load());
        QTest::qWait(50); // its thread ends
    }
};

QTEST_GUILESS_MAIN(TestLiveMonitor)
#include "test_live_monitor.moc"
