// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/timeline/timeline_canvas.h"
#include "ui/controls/wording.h"
#include "ui/document/scenarios.h"
#include "ui/document/text.h"
#include "ui/plan/model_items.h"
#include "ui/window/chart_data.h"
#include "ui/window/main_window.h"

#include <QMenu>
#include <QStatusBar>

namespace plimsoll {
namespace {

constexpr int live_delay_ms = 400;
constexpr int said_ms = 6000;

int index_of(const QString &id) { return id.toInt(); }

/// The first control inside `pane` that takes the focus from Tab.
QWidget *first_control(QWidget *pane)
{
    QWidget *one = pane;
    do {
        if ((one->focusPolicy() & Qt::TabFocus) && one->isVisible() && one->isEnabled()) return one;
        one = one->nextInFocusChain();
    } while (one != pane && pane->isAncestorOf(one));
    for (QWidget *child : pane->findChildren<QWidget *>())
        if ((child->focusPolicy() & Qt::TabFocus) && child->isVisible() && child->isEnabled()) return child;
    return nullptr;
}

} // namespace

MainWindow::MainWindow(const WindowParts &parts, const Session &session, const QString &path)
    : m_parts(parts), m_document(session),
      m_estimation(m_document, parts.planner), m_desk{m_parts, m_document, m_estimation,
                                                      [this](const QString &text) { say(text); },
                                                      [this](const QString &what, const Error &error) { refuse(what, error); }},
      m_autosave(m_document, parts.settings ? parts.settings->sessions_folder() : QString()), m_actions(this),
      m_exports(m_desk, *this), m_preferences(m_desk, m_actions, *this), m_beside(m_desk), m_live(m_desk)
{
    m_exports.set_advice([this] { return m_beside.advice(); });
    setObjectName(QStringLiteral("main"));
    setAcceptDrops(true);
    build_frame();
    add_actions();
    build_toolbar();
    build_menus();
    build_status_bar();
    restore_layout();
    connect_document();
    connect_chart();
    if (!path.isEmpty()) m_document.start(session, path);
    update_title();
    m_panes->setFocus(); // no field looks as if somebody were about to edit it
    if (m_parts.live_source) QTimer::singleShot(live_delay_ms, this, [this] { m_live.start(); });
}

void MainWindow::connect_document()
{
    connect(&m_estimation, &Estimation::updated, this, &MainWindow::show_snapshot);
    connect(&m_document, &Document::file_changed, this, &MainWindow::update_title);
    connect(&m_document.undo_stack(), &QUndoStack::indexChanged, this, [this](int index) {
        if (index == 0 || m_hint->isHidden()) return;
        m_hint->hide();
        if (m_parts.settings) m_parts.settings->set_hint_done();
    });
    connect(m_answer, &AnswerLine::link_activated, this, [this](const QString &link) {
        if (link == QStringLiteral("model"))
            actions()["plan.model"]->trigger();
        else
            m_beside.apply_first();
    });
}

void MainWindow::connect_panes()
{
    connect(m_plan_pane, &PlanPane::edited, this, &MainWindow::edit);
    connect(m_plan_pane, &PlanPane::cards_changed, this, &MainWindow::change_cards);
    connect(m_plan_pane, &PlanPane::model_asked, this, [this](QWidget *anchor) {
        model_chooser().set_items(model_items(m_parts.settings ? m_parts.settings->recent_models() : QStringList()));
        model_chooser().open_below(anchor, 420, id_of(m_document.session().current().plan.model));
    });
    connect(m_plan_pane, &PlanPane::card_asked, this, [this](QWidget *anchor) {
        card_chooser().set_items(card_items());
        card_chooser().open_below(anchor, 460); // names of workstation cards are long
    });
    connect(m_breakdown, &BreakdownPanel::chosen, this, &MainWindow::choose);
    m_live.show_in(*m_live_panel);
    m_beside.show_in(*m_answer, *m_plan_pane, *m_advice_panel);
}

void MainWindow::connect_tabs()
{
    connect(m_fits, &FitsPanel::card_chosen, this, [this](const QString &name) {
        change_cards(with_card(m_document.session().cards, QStringLiteral("gpu:") + name), tr("Add card"));
    });
    connect(m_tabs, &QTabWidget::currentChanged, this, [this] {
        m_live.set_watched(m_tabs->currentWidget() == m_live_panel);
        if (m_tabs->currentWidget() == m_live_panel) m_live.show();
        if (m_tabs->currentWidget() == m_sweep_panel) m_sweep_panel->show_snapshot(estimation().snapshot());
        show_tab_note();
    });
    connect(m_live_panel, &LivePanel::note_changed, this, [this] {
        if (m_tabs->currentWidget() == m_live_panel) show_tab_note();
    });
    connect(m_live_panel, &LivePanel::replay_asked, this, &MainWindow::ask_replay);
    connect(m_sweep_panel, &SweepPanel::point_taken, this, &MainWindow::edit);
}

void MainWindow::connect_chart()
{
    connect(m_memory, &MemoryChart::scenario_chosen, this, [this](const QString &id) { m_document.select(index_of(id)); });
    connect(m_memory, &MemoryChart::scenario_renamed, this, [this](const QString &id, const QString &name) {
        apply(with_name(m_document.session(), index_of(id), utf8(name)), tr("Rename scenario"));
    });
    connect(m_memory, &MemoryChart::scenario_moved, this, [this](const QString &id, int place) {
        apply(with_moved(m_document.session(), index_of(id), place), tr("Move scenario"));
    });
    connect(m_memory, &MemoryChart::scenario_removed, this,
            [this](const QString &id) { apply(without_scenario(m_document.session(), index_of(id)), tr("Remove scenario")); });
    connect(m_memory, &MemoryChart::scenario_added, this,
            [this] { apply(with_duplicate(m_document.session(), m_document.session().selected), tr("Duplicate scenario")); });
    connect(m_memory, &MemoryChart::scenario_menu, this, &MainWindow::open_scenario_menu);
    connect(m_memory, &MemoryChart::spot_selected, this, [this](const MemorySpot &spot) {
        m_document.select(index_of(spot.column));
        choose({spot.group, spot.component});
    });
    connect(m_memory, &MemoryChart::expand_toggled, this, [this](Group group) {
        if (!m_expanded.erase(group)) m_expanded.insert(group);
        show_chart();
    });
}

void MainWindow::connect_timeline()
{
    connect(m_timeline, &TimelineChart::cursor_moved, this, [this] {
        read_cursor();
        m_breakdown->show_moment(m_moment);
        show_why();
    });
    connect(m_timeline, &TimelineChart::group_selected, this, [this](Group group) { choose({group, std::nullopt}); });
    connect(m_timeline, &TimelineChart::part_changed, this, [this](const QString &part) {
        m_timeline_part = part;
        show_tab_note();
    });
}

/// The moment under the timeline's cursor, in the estimate that is shown.
void MainWindow::read_cursor()
{
    const auto &estimate = estimation().snapshot().current().estimate;
    const auto index = m_timeline->canvas()->cursor_index();
    const bool there = estimate && index && *index < estimate->fullest().timeline.size();
    m_moment = there ? std::optional(estimate->fullest().timeline[*index]) : std::nullopt;
}

void MainWindow::show_snapshot()
{
    const Snapshot &snapshot = estimation().snapshot();
    m_answer->show_answer(answer_of(snapshot));
    show_chart();
    show_status();
    if (m_plan_pane) show_panes();
}

void MainWindow::show_panes()
{
    const Snapshot &snapshot = estimation().snapshot();
    m_plan_pane->show_snapshot(snapshot);
    show_timeline();
    read_cursor(); // which stays where it is while the step has the same operations
    m_breakdown->show_snapshot(snapshot);
    if (m_moment) m_breakdown->show_moment(m_moment);
    show_why();
    m_fits->show_snapshot(snapshot);
    if (m_sweep_panel->isVisible()) m_sweep_panel->show_snapshot(snapshot);
    if (m_live_panel->isVisible()) m_live.show();
    show_tab_note();
    m_beside.begin();
}

void MainWindow::show_chart()
{
    const Snapshot &snapshot = estimation().snapshot();
    m_memory->set_data(chart_data_of(snapshot, m_expanded, m_rule_of_thumb));
    m_memory->select(MemorySpot{QString::number(snapshot.session.selected), m_choice.group, m_choice.component});
}

void MainWindow::show_timeline()
{
    const Snapshot &snapshot = estimation().snapshot();
    m_timeline->set_empty_text(state_of(snapshot.current().error));
    m_timeline->set_data(timeline_data_of(snapshot, m_expanded));
    m_timeline->select(m_choice.group);
}

void MainWindow::show_tab_note()
{
    const Snapshot &snapshot = estimation().snapshot();
    QString note = qt(snapshot.session.current().name);
    if (m_tabs->currentWidget() == m_timeline && !m_timeline_part.isEmpty()) note += QStringLiteral(" · ") + m_timeline_part;
    if (m_tabs->currentWidget() == m_advice_panel && !snapshot.lines.empty())
        note = tr("%1 on %2").arg(note, qt(snapshot.lines.front().title));
    if (m_tabs->currentWidget() == m_fits)
        note = tr("%1, %2, cheapest known offer").arg(note, numbers_of(snapshot.session).unit_name());
    if (m_tabs->currentWidget() == m_live_panel) note = m_live_panel->note();
    m_tab_note->setText(note);
}

void MainWindow::show_status()
{
    const Snapshot &snapshot = estimation().snapshot();
    const auto &estimate = snapshot.current().estimate;
    QStringList parts{model_title(snapshot.session.current().plan.model, estimate.get())};
    if (estimate && estimate->architecture) {
        const QString count = numbers_of(snapshot.session).count(estimate->total_parameters);
        parts << (estimate->architecture->exact ? tr("%1 parameters, exact").arg(count)
                                                : tr("%1 parameters, approximated").arg(count));
        if (const QString interval = interval_text(estimate->fullest().peak); !interval.isEmpty())
            parts << tr("estimate %1 for this kind of run").arg(interval);
    }
    parts << (m_document.path().isEmpty() ? tr("not saved as a file") : m_document.modified() ? tr("changed") : tr("saved"));
    m_status->setText(parts.join(QStringLiteral("  ·  ")));
    m_status->setAccessibleName(tr("Status: %1").arg(m_status->text()));
}

void MainWindow::choose(const Choice &choice)
{
    m_choice = choice;
    m_breakdown->select(choice);
    m_memory->select(MemorySpot{QString::number(m_document.session().selected), choice.group, choice.component});
    m_timeline->select(choice.group);
    show_why();
}

void MainWindow::show_why() { m_why->show_choice(estimation().snapshot(), m_choice, m_moment); }

void MainWindow::say(const QString &text) { statusBar()->showMessage(text, said_ms); }

void MainWindow::edit(const FieldEdits &edits, const QString &field)
{
    const auto error = apply_edits(m_document, m_estimation.evaluator(), edits, field);
    if (!error) return;
    m_plan_pane->show_snapshot(estimation().snapshot()); // the fields take back what the plan holds
    Error said = *error;
    if (said.field.empty() && !edits.empty()) said.field = edits.front().path;
    if (!m_plan_pane->show_problem(said, m_document.session().current().plan, edits)) refuse(field, *error);
}

void MainWindow::refuse(const QString &what, const Error &error) { m_error_bar->show_error(what, error); }

void MainWindow::change_cards(const Target &cards, const QString &step)
{
    Session next = m_document.session();
    next.cards = cards;
    apply(next, step);
}

void MainWindow::choose_model_id(const QString &id)
{
    if (const auto error = choose_model(m_document, m_estimation.evaluator(), model_from_id(id)))
        return refuse(id.section(QLatin1Char(':'), 1), *error);
    remember_model(id);
}

void MainWindow::remember_model(const QString &id)
{
    if (m_parts.settings) m_parts.settings->add_recent_model(id);
}

void MainWindow::update_title()
{
    setWindowTitle(tr("%1[*] — Plimsoll").arg(m_document.title()));
    setWindowModified(m_document.modified());
    if (!m_estimation.snapshot().results.empty()) show_status(); // else it comes with the first snapshot
}

void MainWindow::next_pane()
{
    const QList<QWidget *> panes{m_plan_pane, m_memory, m_tabs, m_breakdown, m_why};
    qsizetype now = -1;
    for (qsizetype i = 0; i < panes.size(); ++i)
        if (focusWidget() && (panes[i] == focusWidget() || panes[i]->isAncestorOf(focusWidget()))) now = i;
    for (qsizetype step = 1; step <= panes.size(); ++step) {
        QWidget *pane = panes[(now + step) % panes.size()];
        QWidget *control = pane->isVisible() ? first_control(pane) : nullptr;
        if (control) return control->setFocus(Qt::TabFocusReason);
    }
}

void MainWindow::toggle_pane(int index) { m_panes->widget(index)->setVisible(m_panes->widget(index)->isHidden()); }

void MainWindow::open_scenario_menu(const QString &id, QPoint where)
{
    m_document.select(index_of(id));
    QMenu menu(this);
    m_actions.fill(menu, {"plan.duplicate", "plan.rename", "plan.pin", "-", "plan.left", "plan.right", "-", "plan.remove"});
    menu.exec(where);
}

} // namespace plimsoll
