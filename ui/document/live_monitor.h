// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/live/live.h"

#include <QObject>
#include <QThread>

#include <functional>
#include <memory>
#include <optional>

namespace plimsoll {

/// Reads the GPUs of this machine in a thread of its own; nothing of the window waits for a driver.
class LiveMonitor : public QObject {
    Q_OBJECT
public:
    using MakeSource = std::function<std::unique_ptr<LiveSource>()>;

    explicit LiveMonitor(MakeSource make_source, QObject *parent = nullptr);
    ~LiveMonitor() override;

    /// Reads now and then every so often: fast while somebody looks at the readings.
    void start();
    void set_watched(bool watched);
    /// Reads from another source from now on: a recording, or this machine again.
    void read_from(MakeSource make_source);
    [[nodiscard]] const std::optional<LiveSnapshot> &latest() const { return m_latest; }

signals:
    void updated();

private:
    void take(const LiveSnapshot &snapshot);

    QThread m_thread;
    class LiveReader *m_reader;
    std::optional<LiveSnapshot> m_latest;
};

} // namespace plimsoll
