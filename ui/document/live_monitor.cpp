// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/live_monitor.h"

#include <QTimer>

namespace plimsoll {
namespace {

constexpr int watched_ms = 1000;
constexpr int idle_ms = 15000;

} // namespace

/// Lives in the monitor's thread; opens the source there at its first reading.
class LiveReader : public QObject {
public:
    LiveReader(LiveMonitor::MakeSource make_source, std::function<void(LiveSnapshot)> deliver)
        : m_make_source(std::move(make_source)), m_deliver(std::move(deliver)), m_timer(this)
    {
        connect(&m_timer, &QTimer::timeout, this, [this] { read(); });
    }

    void start()
    {
        m_timer.start(idle_ms);
        read();
    }

    void set_interval(int milliseconds)
    {
        if (!m_timer.isActive()) return;
        m_timer.start(milliseconds);
        read();
    }

    void read_from(LiveMonitor::MakeSource make_source)
    {
        m_make_source = std::move(make_source);
        m_source.reset();
        if (m_timer.isActive()) read();
    }

private:
    void read()
    {
        if (!m_source) m_source = m_make_source();
        m_deliver(m_source->read());
        // A sleeping GPU of a laptop stays asleep between rare readings.
        if (m_timer.interval() >= idle_ms) m_source->detach();
    }

    LiveMonitor::MakeSource m_make_source;
    std::function<void(LiveSnapshot)> m_deliver;
    std::unique_ptr<LiveSource> m_source;
    QTimer m_timer;
};

LiveMonitor::LiveMonitor(MakeSource make_source, QObject *parent) : QObject(parent)
{
    m_reader = new LiveReader(std::move(make_source), [this](LiveSnapshot snapshot) {
        QMetaObject::invokeMethod(
            this, [this, snapshot = std::move(snapshot)] { take(snapshot); }, Qt::QueuedConnection);
    });
    m_reader->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_reader, &QObject::deleteLater);
}

LiveMonitor::~LiveMonitor()
{
    if (!m_thread.isRunning()) {
        delete m_reader;
        return;
    }
    m_thread.quit();
    m_thread.wait();
}

void LiveMonitor::start()
{
    if (m_thread.isRunning()) return;
    m_thread.start(QThread::LowPriority);
    QMetaObject::invokeMethod(m_reader, [reader = m_reader] { reader->start(); });
}

void LiveMonitor::set_watched(bool watched)
{
    if (m_thread.isRunning())
        QMetaObject::invokeMethod(m_reader,
                                  [reader = m_reader, watched] { reader->set_interval(watched ? watched_ms : idle_ms); });
}

void LiveMonitor::read_from(MakeSource make_source)
{
    QMetaObject::invokeMethod(m_reader,
                              [reader = m_reader, make_source = std::move(make_source)] { reader->read_from(make_source); });
    start();
}

void LiveMonitor::take(const LiveSnapshot &snapshot)
{
    m_latest = snapshot;
    emit updated();
}

} // namespace plimsoll
