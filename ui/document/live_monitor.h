// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/live/live.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

class QThread;

namespace plimsoll {

/// Reads the GPUs of this machine in a thread of its own; nothing of the window waits for a driver, not even its end: a reading that
/// hangs is left to itself.
class LiveMonitor : public QObject {
    Q_OBJECT
public:
    using MakeSource = std::function<std::unique_ptr<LiveSource>()>;

    /// So long the end waits for a reading that is under way, all threads together.
    static constexpr int patience_ms = 1000;

    explicit LiveMonitor(MakeSource make_source, QObject *parent = nullptr);
    ~LiveMonitor() override;

    /// Reads now and then every so often: fast while somebody looks at the readings.
    void start();
    void set_watched(bool watched);
    /// Reads from another source from now on: a recording, or this machine again. A reading of the one before never arrives.
    void read_from(MakeSource make_source);
    [[nodiscard]] const std::optional<LiveSnapshot> &latest() const { return m_latest; }
    /// A reading is overdue by `milliseconds`: the driver does not answer. Tests want it sooner than people.
    [[nodiscard]] bool silent() const { return m_silent; }
    void set_overdue(int milliseconds) { m_overdue_ms = milliseconds; }

signals:
    void updated();
    void silent_changed();

private:
    struct Sampler; ///< a thread with what reads in it

    void begin(MakeSource make_source);
    void let_go();
    void take(const LiveSnapshot &snapshot);
    void expect_a_reading();
    void set_silent(bool silent);

    MakeSource m_make_source;
    std::shared_ptr<Sampler> m_sampler; ///< the one that is listened to; none before the start
    std::vector<std::shared_ptr<Sampler>> m_left;
    bool m_watched = false, m_silent = false;
    int m_overdue_ms = 8000; ///< a driver's start takes seconds
    QTimer m_overdue;
    std::optional<LiveSnapshot> m_latest;
};

} // namespace plimsoll
