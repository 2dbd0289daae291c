// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/document/live_monitor.h"
#include "ui/panels/live_panel.h"
#include "ui/window/window_parts.h"

namespace plimsoll {

/// What cards say at this moment, this machine's or a recording's, and where it is shown.
class LiveReadings : public QObject {
    Q_OBJECT
public:
    explicit LiveReadings(const Desk &desk);

    /// The toolbar's corner, which is about this machine alone, and the tab once there is one.
    void show_in(GpuCorner &corner) { m_corner = &corner; }
    void show_in(LivePanel &panel) { m_panel = &panel; }
    /// Reads this machine from now on, where it has readings at all.
    void start() { m_live.start(); }
    /// Somebody looks at them.
    void set_watched(bool watched) { m_live.set_watched(watched); }
    void show();
    [[nodiscard]] bool replaying() const { return m_replaying; }
    /// The readings of a recording in the place of this machine's; empty: these again. False: it cannot be read.
    bool replay(const QString &path);

private:
    void take();

    const Desk &m_desk;
    LiveMonitor m_live;
    LiveHistory m_history;
    GpuCorner *m_corner = nullptr;
    LivePanel *m_panel = nullptr;
    bool m_replaying = false;
};

} // namespace plimsoll
