// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <utility>

namespace plimsoll {

/// Work in the background of which only the latest counts: asking again, and the end of this object, drop what was asked before.
/// It begins once nothing was asked for a moment, so that it takes nothing from the frames while somebody types or drags.
class LatestTask {
public:
    /// Says whether the answer is still wanted; safe in any thread, and after the task's own end.
    using Wanted = std::function<bool()>;

    explicit LatestTask(QObject *receiver) : m_receiver(receiver), m_latest(std::make_shared<std::atomic<int>>(0))
    {
        m_pool.setMaxThreadCount(1);
        m_pause.setSingleShot(true);
        m_pause.setInterval(pause);
        QObject::connect(&m_pause, &QTimer::timeout, receiver, [this] { m_pool.start(std::exchange(m_next, {})); });
    }
    ~LatestTask() { drop(), m_pool.waitForDone(); }
    LatestTask(const LatestTask &) = delete;
    LatestTask &operator=(const LatestTask &) = delete;

    void drop()
    {
        ++*m_latest;
        m_pause.stop();
        m_next = {};
        m_pool.clear();
    }

    /// Whether an answer may still come, but for one that waits in the receiver's queue.
    [[nodiscard]] bool busy() const { return m_pause.isActive() || m_pool.activeThreadCount() > 0; }

    /// `work(Wanted)` runs in a thread of its own and should end early once it is not wanted; `done` gets what it returns, in the
    /// receiver's thread, unless something else was asked by then.
    template <class Work, class Done>
    void ask(Work work, Done done)
    {
        m_pool.clear();
        const Wanted wanted = [latest = m_latest, number = ++*m_latest] { return latest->load() == number; };
        m_next = [receiver = m_receiver, wanted, work = std::move(work), done = std::move(done)] {
            if (!wanted()) return;
            yield_to_the_window();
            auto answer = work(wanted);
            QMetaObject::invokeMethod(
                receiver,
                [wanted, done, answer = std::move(answer)] {
                    if (wanted()) done(answer);
                },
                Qt::QueuedConnection);
        };
        m_pause.start();
    }

private:
    static constexpr std::chrono::milliseconds pause{40};
    /// Qt's priorities below normal do nothing under Linux's usual scheduler, but for one that other programs can starve.
    static void yield_to_the_window();

    QObject *m_receiver;
    QThreadPool m_pool;
    QTimer m_pause;
    std::function<void()> m_next;
    std::shared_ptr<std::atomic<int>> m_latest; ///< number of the latest question
};

} // namespace plimsoll
