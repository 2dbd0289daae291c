// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/live_readings.h"

#include "core/live/recording.h"
#include "ui/charts/verdict_text.h"
#include "ui/controls/wording.h"
#include "ui/document/text.h"

#include <QFileDialog>
#include <QFileInfo>

namespace plimsoll {

LiveReadings::LiveReadings(const Desk &desk, Panes &panes) : m_desk(desk), m_panes(panes), m_live(desk.parts.live_source)
{
    connect(&m_live, &LiveMonitor::updated, this, &LiveReadings::take);
}

void LiveReadings::show_in(GpuCorner &corner)
{
    m_corner = &corner;
    connect(m_corner, &QToolButton::clicked, this, &LiveReadings::open);
}

void LiveReadings::show_in(LowerViews &views)
{
    m_panel = &views.live();
    connect(&views, &QTabWidget::currentChanged, this, [this, &views] {
        const bool watched = views.currentWidget() == m_panel;
        m_live.set_watched(watched);
        if (watched) show();
    });
    connect(m_panel, &LivePanel::replay_asked, this, &LiveReadings::ask_replay);
}

void LiveReadings::open() { m_panes.views().setCurrentWidget(&m_panes.views().live()); }

void LiveReadings::ask_replay()
{
    if (m_replaying) return static_cast<void>(replay({}));
    const QString path = QFileDialog::getOpenFileName(m_panes.window(), tr("Replay a recording"), {},
                                                      tr("Recordings (*.jsonl *.json);;All files (*)"));
    if (!path.isEmpty()) replay(path);
}

bool LiveReadings::replay(const QString &path)
{
    m_panes.make_whole();
    const QString name = QFileInfo(path).fileName();
    LiveMonitor::MakeSource source = m_desk.parts.live_source;
    if (!path.isEmpty()) {
        auto recording = read_recording(utf8(path));
        if (!recording.ok()) return m_desk.refuse(name, recording.error()), false;
        source = [recording = *recording] { return std::make_unique<RecordedSource>(recording); };
    }
    m_replaying = !path.isEmpty();
    m_history.clear();
    m_panel->set_replayed(name);
    if (source) m_live.read_from(source);
    open();
    m_live.set_watched(true);
    return true;
}

void LiveReadings::take()
{
    if (m_live.latest()) m_history.add(*m_live.latest());
    show();
}

void LiveReadings::show()
{
    const Numbers numbers = numbers_of(m_desk.document.session());
    if (!m_replaying) m_corner->show_readings(m_live.latest(), numbers);
    if (!m_panel) return; // which shows what was read by then
    const auto estimate = m_desk.snapshot().current().estimate;
    m_panel->show_readings(m_live.latest(), numbers, [estimate, numbers](const LiveGpu &live) {
        if (!estimate || !live.name || !live.free) return QString();
        const auto match = find_gpu(*live.name);
        return match.ok() ? answer_text(Planner::verdict_now(*estimate, *match->gpu, *live.free), numbers) : QString();
    });
    m_panel->show_history(m_history, estimate);
}

} // namespace plimsoll
