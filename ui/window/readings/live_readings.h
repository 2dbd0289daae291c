// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/live/crossings.h"
#include "ui/document/live_monitor.h"
#include "ui/panels/live/gpu_corner.h"
#include "ui/panels/live/live_panel.h"
#include "ui/window/actions.h"
#include "ui/window/panes.h"
#include "ui/window/status_line.h"
#include "ui/window/window_parts.h"

namespace plimsoll {

/// What cards say at this moment, this machine's or a recording's, and where it is shown.
class LiveReadings : public QObject {
    Q_OBJECT
public:
    LiveReadings(const Desk &desk, Panes &panes);

    /// The toolbar's corner, which is about this machine alone; a click on it opens the tab.
    void show_in(GpuCorner &corner);
    /// The status bar's warning, which is about this machine alone as well.
    void show_in(LiveWarning &warning);
    void add_actions(Actions &actions);
    /// The tab, once there is one.
    void show_in(LowerViews &views);
    /// Reads this machine from now on, where it has readings at all.
    void start() { m_live.start(); }
    void show();
    /// Brings the tab to the front.
    void open();
    /// The readings of a recording in the place of this machine's; empty: these again. False: it cannot be read.
    bool replay(const QString &path);
    /// Asks for a recording; while one is shown, this machine's readings come back instead.
    void ask_replay();

private:
    void take();
    void warn();
    void show_warning();
    [[nodiscard]] int warn_percent() const;

    const Desk &m_desk;
    Panes &m_panes;
    LiveMonitor m_live;
    LiveHistory m_history;
    Crossings m_crossings;
    GpuCorner *m_corner = nullptr;
    LiveWarning *m_warning = nullptr;
    LivePanel *m_panel = nullptr;
    bool m_replaying = false;
};

} // namespace plimsoll
