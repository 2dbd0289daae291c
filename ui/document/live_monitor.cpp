// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/live_monitor.h"

#include <QDeadlineTimer>
#include <QMutex>
#include <QThread>

namespace plimsoll {
namespace {

constexpr int watched_ms = 1000;
constexpr int idle_ms = 15000;

} // namespace

/// Lives in a thread of its own; opens the source there at its first reading.
class LiveReader : public QObject {
public:
    LiveReader(LiveMonitor::MakeSource make_source, std::function<void(LiveSnapshot)> deliver)
        : m_make_source(std::move(make_source)), m_deliver(std::move(deliver)), m_timer(this)
    {
        connect(&m_timer, &QTimer::timeout, this, [this] { read(); });
    }

    void set_interval(int milliseconds)
    {
        m_timer.start(milliseconds);
        read();
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

/// Shared with its own thread, so that a reading which comes back late finds something to report to, though nobody listens.
struct LiveMonitor::Sampler {
    QMutex mutex;
    LiveMonitor *listener = nullptr; ///< null: nobody listens any more
    QThread *thread = nullptr;       ///< deletes itself where the end did not wait for it
    LiveReader *reader = nullptr;    ///< goes with the thread
};

LiveMonitor::LiveMonitor(MakeSource make_source, QObject *parent) : QObject(parent), m_make_source(std::move(make_source))
{
    m_overdue.setSingleShot(true);
    connect(&m_overdue, &QTimer::timeout, this, [this] { set_silent(true); });
}

/// A driver that hangs keeps its thread, which ends with the process or when the driver answers; nothing of it reaches this object.
LiveMonitor::~LiveMonitor()
{
    let_go();
    const QDeadlineTimer deadline(patience_ms);
    for (const auto &one : m_left) {
        if (one->thread->wait(deadline))
            delete one->thread;
        else
            connect(one->thread, &QThread::finished, one->thread, &QObject::deleteLater);
    }
}

void LiveMonitor::begin(MakeSource make_source)
{
    auto sampler = std::make_shared<Sampler>();
    sampler->listener = this;
    sampler->thread = new QThread;
    sampler->reader = new LiveReader(std::move(make_source), [sampler = std::weak_ptr(sampler)](LiveSnapshot snapshot) {
        const auto mine = sampler.lock();
        if (!mine) return;
        const QMutexLocker held(&mine->mutex);
        LiveMonitor *const listener = mine->listener;
        if (!listener) return;
        const auto arrive = [listener, mine, snapshot = std::move(snapshot)] {
            if (listener->m_sampler == mine) listener->take(snapshot);
        };
        QMetaObject::invokeMethod(listener, arrive, Qt::QueuedConnection);
    });
    sampler->reader->moveToThread(sampler->thread);
    connect(sampler->thread, &QThread::finished, sampler->reader, &QObject::deleteLater);
    sampler->thread->start(QThread::LowPriority);
    m_sampler = std::move(sampler);
}

/// Whoever reads now is not heard any more.
void LiveMonitor::let_go()
{
    if (!m_sampler) return;
    {
        const QMutexLocker held(&m_sampler->mutex);
        m_sampler->listener = nullptr;
    }
    m_sampler->thread->quit();
    std::erase_if(m_left, [](const auto &one) {
        const bool over = one->thread->isFinished();
        if (over) delete one->thread;
        return over;
    });
    m_left.push_back(std::move(m_sampler));
    m_sampler.reset();
}

void LiveMonitor::start()
{
    if (m_sampler) return;
    begin(m_make_source);
    QMetaObject::invokeMethod(m_sampler->reader, [reader = m_sampler->reader, this_often = m_watched ? watched_ms : idle_ms] {
        reader->set_interval(this_often);
    });
    expect_a_reading();
}

void LiveMonitor::set_watched(bool watched)
{
    m_watched = watched;
    if (!m_sampler) return;
    QMetaObject::invokeMethod(m_sampler->reader, [reader = m_sampler->reader, this_often = watched ? watched_ms : idle_ms] {
        reader->set_interval(this_often);
    });
    if (!m_silent) expect_a_reading();
}

void LiveMonitor::read_from(MakeSource make_source)
{
    let_go();
    m_make_source = std::move(make_source);
    set_silent(false);
    start();
}

void LiveMonitor::take(const LiveSnapshot &snapshot)
{
    m_latest = snapshot;
    expect_a_reading();
    set_silent(false);
    emit updated();
}

void LiveMonitor::expect_a_reading() { m_overdue.start((m_watched ? watched_ms : idle_ms) + m_overdue_ms); }

void LiveMonitor::set_silent(bool silent)
{
    if (silent == m_silent) return;
    m_silent = silent;
    emit silent_changed();
}

} // namespace plimsoll
