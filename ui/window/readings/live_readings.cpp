// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/readings/live_readings.h"

#include "core/live/recording.h"
#include "ui/charts/verdict_text.h"
#include "ui/controls/wording.h"
#include "ui/document/text.h"

#include <QFileDialog>
#include <QFileInfo>

#include <algorithm>
#include <functional>

namespace plimsoll {

LiveReadings::LiveReadings(const Desk &desk, Panes &panes) : m_desk(desk), m_panes(panes), m_live(desk.parts.live_source)
{
    connect(&m_live, &LiveMonitor::updated, this, &LiveReadings::take);
    connect(&m_live, &LiveMonitor::silent_changed, this, [this] {
        if (m_panel) m_panel->set_silent(m_live.silent());
    });
}

void LiveReadings::show_in(GpuCorner &corner)
{
    m_corner = &corner;
    connect(m_corner, &QToolButton::clicked, this, &LiveReadings::open);
}

void LiveReadings::show_in(LiveWarning &warning)
{
    m_warning = &warning;
    connect(m_warning, &QToolButton::clicked, this, &LiveReadings::open);
}

void LiveReadings::add_actions(Actions &actions)
{
    constexpr int keys = Qt::CTRL | Qt::SHIFT;
    actions.add("tools.live", tr("&Live readings"), QKeySequence(keys | Qt::Key_L), [this] { open(); });
    actions.add("tools.follow", tr("Follow the selected &process, or the biggest"), QKeySequence(keys | Qt::Key_W), [this] {
        open();
        if (m_panel) m_panel->follow_current();
    });
    actions.add("tools.room", tr("Can I allocate so much &now?"), QKeySequence(keys | Qt::Key_N), [this] {
        open();
        if (m_panel) m_panel->room().field().setFocus(Qt::ShortcutFocusReason);
    });
    actions.add("tools.replay", tr("&Replay a recording, or end it…"), QKeySequence(keys | Qt::Key_R), [this] { ask_replay(); });
}

void LiveReadings::show_in(LowerViews &views)
{
    m_panel = &views.live();
    m_panel->set_silent(m_live.silent());
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
    warn();
    show();
}

int LiveReadings::warn_percent() const { return m_desk.parts.settings ? m_desk.parts.settings->warn_percent() : usual_warning; }

/// The desktop is told of each crossing once, of this machine's cards alone: a recording is of another time.
void LiveReadings::warn()
{
    if (m_replaying || !m_live.latest()) return;
    const DesktopNotices &notices = m_desk.parts.notices;
    const bool wanted = !m_desk.parts.settings || m_desk.parts.settings->notify();
    for (const LiveGpu &gpu : m_crossings.take(*m_live.latest(), warn_percent()))
        if (wanted && notices.show && notices.available && notices.available())
            notices.show(tr("GPU %1 is nearly full").arg(qt(gpu.label())),
                         qt(fullness_text(gpu, {.bytes = {}, .percent = warn_percent()})));
}

void LiveReadings::show_warning()
{
    if (!m_warning || m_replaying || !m_live.latest()) return;
    std::vector<LiveGpu> full = m_live.latest()->gpus;
    std::erase_if(full, [&](const LiveGpu &gpu) { return passed(gpu, {.bytes = {}, .percent = warn_percent()}) != true; });
    std::ranges::stable_sort(full, std::greater(), [](const LiveGpu &gpu) { return percent_used(gpu); });
    QStringList said;
    for (const LiveGpu &gpu : full)
        said << tr("GPU %1: %2").arg(qt(gpu.label()), qt(fullness_text(gpu, {.bytes = {}, .percent = warn_percent()})));
    const DesktopNotices &notices = m_desk.parts.notices;
    m_warning->show_warnings(said, !notices.available || !notices.available());
}

void LiveReadings::show()
{
    const Numbers numbers = numbers_of(m_desk.document.session());
    if (!m_replaying) m_corner->show_readings(m_live.latest(), numbers);
    show_warning();
    if (!m_panel) return; // which shows what was read by then
    m_panel->set_warning(warn_percent());
    const auto estimate = m_desk.snapshot().current().estimate;
    m_panel->show_readings(m_live.latest(), numbers, [estimate, numbers](const LiveGpu &live) {
        if (!estimate || !live.name || !live.free) return QString();
        const auto match = find_gpu(*live.name);
        return match.ok() ? answer_text(Planner::verdict_now(*estimate, *match->gpu, *live.free), numbers) : QString();
    });
    m_panel->show_history(m_history, estimate);
}

} // namespace plimsoll
