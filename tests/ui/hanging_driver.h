// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/live/nvml_source.h"

#include <QByteArray>
#include <QFile>
#include <QSemaphore>
#include <QString>
#include <QTest>

#include <atomic>
#include <memory>

namespace plimsoll::sample {

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

/// Rows for a test whose `function` is the call in which the driver's library hangs.
inline void add_hanging_functions()
{
    QTest::addColumn<QByteArray>("function");
    for (const char *one : {"nvmlInit_v2", "nvmlDeviceGetCount_v2", "nvmlDeviceGetHandleByIndex_v2", "nvmlDeviceGetMemoryInfo_v2",
                            "nvmlDeviceGetComputeRunningProcesses_v3"})
        QTest::newRow(one) << QByteArray(one);
}

/// The stand-in of the driver's library (FAKE_NVML_LIBRARY), which hangs in one of its functions until it is let go.
class HangingLibrary {
public:
    /// `folder`: for the file that holds it.
    HangingLibrary(const QString &folder, const QByteArray &function) : m_hangs(folder + QStringLiteral("/hangs"))
    {
        QFile file(m_hangs);
        m_held = file.open(QIODevice::WriteOnly);
        qputenv("FAKE_NVML_HANG", m_hangs.toUtf8());
        qputenv("FAKE_NVML", "hang:" + function + ";");
    }
    [[nodiscard]] bool held() const { return m_held; }
    bool let_go() { return QFile::remove(m_hangs); }
    [[nodiscard]] std::unique_ptr<LiveSource> source() const { return std::make_unique<Source>(m_begun, m_over); }
    /// Readings that were asked for, and those that came back.
    [[nodiscard]] int begun() const { return *m_begun; }
    [[nodiscard]] int over() const { return *m_over; }

private:
    using Count = std::shared_ptr<std::atomic<int>>;
    struct Source final : LiveSource {
        Source(Count from, Count to) : begun(std::move(from)), over(std::move(to)) {}
        LiveSnapshot read() override
        {
            ++*begun;
            LiveSnapshot out = nvml.read();
            ++*over;
            return out;
        }
        NvmlSource nvml{{{FAKE_NVML_LIBRARY}, "/nowhere", "/nowhere"}};
        Count begun, over;
    };
    QString m_hangs;
    bool m_held = false;
    Count m_begun = std::make_shared<std::atomic<int>>(0), m_over = std::make_shared<std::atomic<int>>(0);
};

} // namespace plimsoll::sample
