// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/charts/timeline/timeline_chart.h"
#include "ui/panels/advice_panel.h"
#include "ui/panels/fits_panel.h"
#include "ui/panels/live/live_panel.h"
#include "ui/panels/sweep_panel.h"
#include "ui/controls/tabs.h"
#include "ui/window/window_parts.h"

namespace plimsoll {

/// The tabs under the memory chart, each another view of the selected scenario, with a note of what it is about.
class LowerViews : public Tabs {
    Q_OBJECT
public:
    LowerViews(const Desk &desk, QWidget *parent);

    /// In the order of the tabs.
    [[nodiscard]] static QStringList titles();
    [[nodiscard]] TimelineChart &timeline() { return *m_timeline; }
    [[nodiscard]] FitsPanel &fits() { return *m_fits; }
    [[nodiscard]] AdvicePanel &advice() { return *m_advice; }
    [[nodiscard]] SweepPanel &sweep() { return *m_sweep; }
    [[nodiscard]] LivePanel &live() { return *m_live; }
    /// Shows the desk's snapshot in cards and sweep, and in the note. Timeline, advice and readings have their own masters.
    void show_snapshot();
    void set_tables_shown(bool tables);

private:
    void connect_note();
    void show_note();

    const Desk &m_desk;
    TimelineChart *m_timeline = nullptr;
    FitsPanel *m_fits = nullptr;
    AdvicePanel *m_advice = nullptr;
    SweepPanel *m_sweep = nullptr;
    LivePanel *m_live = nullptr;
    TabNote *m_note = nullptr;
    QString m_timeline_part;
};

} // namespace plimsoll
