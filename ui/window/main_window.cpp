// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.h"

#include "ui/charts/memory_table.h"
#include "ui/charts/table_text.h"
#include "ui/controls/wording.h"
#include "ui/document/text.h"
#include "ui/plan/field_help.h"
#include "ui/theme/icons.h"

#include <QApplication>
#include <QCloseEvent>
#include <QMenuBar>
#include <QMimeData>
#include <QScreen>
#include <QStatusBar>

namespace plimsoll {
namespace {

constexpr int live_delay_ms = 400;
constexpr int said_ms = 6000;
constexpr int first_frame_ms = 4; // until the screen has it

QString dropped_file(const QMimeData *mime)
{
    for (const QUrl &url : mime->urls())
        if (url.isLocalFile()) return url.toLocalFile();
    return {};
}

/// Of another program: what is dragged within the window is no configuration.
QString dropped_text(const QDropEvent &event)
{
    const QString text = event.source() ? QString() : event.mimeData()->text();
    return text.trimmed().isEmpty() ? QString() : text;
}

/// The pane's fields for the search, found by what they are called, what they do, and the tools' names for them.
std::vector<ChooserItem> field_items(const PlanPane &pane)
{
    std::vector<ChooserItem> items;
    for (const std::string &path : pane.fields_shown())
        items.push_back({QStringLiteral("field:") + qt(path),
                         MainWindow::tr("Fields of the plan"),
                         field_title(path),
                         qt(path),
                         {},
                         field_about(path),
                         true});
    return items;
}

} // namespace

MainWindow::MainWindow(const WindowParts &parts, const Session &session, const QString &path)
    : MainWindow(parts, std::make_unique<Document>(session))
{
    if (path.isEmpty()) return;
    m_document.start(session, path);
    show_title();
}

MainWindow::MainWindow(Remains remains) : MainWindow(remains.parts, std::move(remains.document))
{
    if (remains.record) m_files.go_on_in(std::move(remains.record));
    restoreGeometry(remains.geometry);
    views().setCurrentIndex(remains.view);
}

std::vector<MainWindow *> MainWindow::all_open()
{
    std::vector<MainWindow *> windows;
    for (QWidget *widget : QApplication::topLevelWidgets())
        if (auto *window = qobject_cast<MainWindow *>(widget); window && window->isVisible()) windows.push_back(window);
    return windows;
}

MainWindow::Remains MainWindow::give_up()
{
    take_typed(*this);
    if (m_parts.settings) m_parts.settings->set_layout(saveGeometry(), m_panes->sizes());
    const int view = views().currentIndex();
    return {m_parts, std::move(m_owned), m_files.give_up_record(), saveGeometry(), view};
}

MainWindow::MainWindow(const WindowParts &parts, std::unique_ptr<Document> document)
    : m_parts(parts), m_owned(std::move(document)), m_document(*m_owned),
      m_estimation(m_document, parts.planner), m_desk{
                                                   m_parts,
                                                   m_document,
                                                   m_estimation,
                                                   [this](const QString &text) { statusBar()->showMessage(text, said_ms); },
                                                   [this](const QString &what, const Error &error) {
                                                       m_panes->errors().show_error(what, error);
                                                   },
                                                   [this](const QString &text, const QString &link, std::function<void()> run) {
                                                       m_panes->errors().show_offer(text, link, std::move(run));
                                                   }},
      m_panes(new Panes(m_desk, this)), m_actions(this), m_files(m_desk, m_panes->errors(), *this),
      m_scenarios(m_desk, m_panes->chart(), m_actions), m_plan(m_desk, *m_panes), m_choosers(m_desk, m_actions, m_plan, *this),
      m_chosen(m_desk, *m_panes), m_view(m_desk, *m_panes, m_actions), m_exports(m_desk, *this), m_tools(m_desk, *this),
      m_preferences(m_desk, m_actions, *this), m_beside(m_desk), m_live(m_desk, *m_panes), m_fit(m_desk, *this),
      m_split(m_desk, *m_panes), m_help(m_desk, m_actions, *this), m_menus(m_desk, m_actions, m_files, m_tools)
{
    m_exports.set_advice([this] { return m_beside.advice(); });
    setObjectName(QStringLiteral("main"));
    setAcceptDrops(true);
    setCentralWidget(m_panes);
    add_actions();
    add_bars();
    restore_layout();
    connect_matters();
    show_title();
    m_panes->setFocus(); // no field looks as if somebody were about to edit it
    if (m_parts.live_source) QTimer::singleShot(live_delay_ms, this, [this] { m_live.start(); });
}

void MainWindow::add_actions()
{
    constexpr int ctrl = Qt::CTRL, shift = Qt::SHIFT;
    const auto add = [this](const char *id, const QString &text, int keys, std::function<void()> run) {
        return m_actions.add(id, text, QKeySequence(keys), std::move(run));
    };
    m_files.add_actions(m_actions);
    QAction *undo = m_document.undo_stack().createUndoAction(this, tr("&Undo"));
    undo->setIcon(icon(Icon::undo));
    m_actions.add("edit.undo", undo, QKeySequence::Undo);
    QAction *redo = m_document.undo_stack().createRedoAction(this, tr("&Redo"));
    redo->setIcon(icon(Icon::redo));
    m_actions.add("edit.redo", redo, QKeySequence(ctrl | shift | Qt::Key_Z));
    add("edit.settings", tr("Se&ttings…"), ctrl | Qt::Key_Comma, [this] {
        m_preferences.ask();
    })->setMenuRole(QAction::PreferencesRole);
    m_exports.add_actions(
        m_actions, [this] { return table_text(*m_panes->chart().table_model()); }, [this] { m_panes->breakdown().copy_all(); });
    m_tools.add_actions(m_actions);
    m_plan.add_actions(m_actions);
    m_split.add_actions(m_actions);
    m_scenarios.add_actions(m_actions);
    m_view.add_actions([this] { m_chosen.add_actions(m_actions); });
    m_preferences.add_actions();
    m_view.add_tab_actions();
    add("tools.search", tr("&Search actions…"), ctrl | Qt::Key_K, [this] { m_bar->search().open(); });
    m_live.add_actions(m_actions);
    add("tools.oom", tr("Out of &memory: what to do"), ctrl | shift | Qt::Key_H, [this] {
        views().setCurrentWidget(&views().advice());
        views().advice().bar().choose(OomSituation::running);
    });
    m_fit.add_actions(m_actions);
    m_help.add_actions(m_actions);
}

void MainWindow::add_bars()
{
    addToolBar(m_bar = new ToolBar(m_actions, this));
    m_bar->search().set_more([this] { return field_items(m_panes->plan()); },
                             [this](const QString &path) {
                                 if (m_panes->widget(0)->isHidden()) m_panes->toggle(0);
                                 m_panes->plan().go_to(utf8(path));
                             });
    m_live.show_in(m_bar->corner());
    m_menus.fill(*menuBar());
    statusBar()->setSizeGripEnabled(false);
    statusBar()->addWidget(m_status =
                               new StatusLine(m_desk, this)); // no wider than its text, so that it ends where a line begins
    auto *warning = new LiveWarning(this);
    statusBar()->addPermanentWidget(warning);
    m_live.show_in(*warning);
}

void MainWindow::restore_layout()
{
    // never larger than its screen, whose pixels scale as the text does; the frame around it takes some as well
    constexpr int frame = 40;
    const QSize screen = this->screen() ? this->screen()->availableGeometry().size() - QSize(0, frame) : QSize(1280, 800);
    setMinimumSize(QSize(Panes::narrowest, 640).boundedTo(screen));
    resize(QSize(1280, 800).boundedTo(screen));
    if (!m_parts.settings) return;
    restoreGeometry(m_parts.settings->geometry());
    m_view.restore();
}

void MainWindow::connect_matters()
{
    connect(&m_estimation, &Estimation::updated, this, &MainWindow::show_snapshot);
    connect(&m_estimation, &Estimation::remarked, this, [this] {
        if (m_panes->whole()) m_panes->plan().show_remarks(m_desk.snapshot());
    });
    connect(&m_document, &Document::file_changed, this, &MainWindow::show_title);
    connect(m_panes, &Panes::completed, this, &MainWindow::take_panes);
    connect(&m_preferences, &PreferenceChoices::changed, this, [this] { m_live.show(); });
    connect(&m_panes->answer(), &AnswerLine::link_activated, this, [this](const QString &link) {
        if (link == QStringLiteral("model"))
            actions()["plan.model"]->trigger();
        else
            m_beside.apply_first();
    });
}

void MainWindow::take_panes()
{
    m_plan.follow_panes();
    m_choosers.follow(m_panes->plan());
    connect(&m_panes->plan(), &PlanPane::why_asked, &m_chosen, &ChosenPart::explain);
    connect(&m_panes->plan(), &PlanPane::ranks_asked, this, [this] { actions()["plan.ranks"]->trigger(); });
    connect(&m_panes->plan(), &PlanPane::split_asked, this, [this] { actions()["plan.split"]->trigger(); });
    m_chosen.follow_panes();
    m_live.show_in(m_panes->views());
    m_beside.show_in(m_panes->answer(), m_panes->plan(), m_panes->views().advice());
    m_view.show_tables();
    show_panes();
    m_live.show();
}

void MainWindow::show_snapshot()
{
    m_panes->answer().show_answer(answer_of(m_desk.snapshot()));
    m_chosen.show_chart();
    m_status->show_state();
    if (m_panes->whole()) show_panes();
}

void MainWindow::show_panes()
{
    m_panes->plan().show_snapshot(m_desk.snapshot());
    m_chosen.show_panes();
    if (m_panes->views().live().isVisible()) m_live.show();
    m_panes->views().show_snapshot();
    m_beside.begin();
}

void MainWindow::show_title()
{
    setWindowTitle(tr("%1[*] — Plimsoll").arg(m_document.title()));
    setWindowModified(m_document.modified());
    if (!m_estimation.snapshot().results.empty()) m_status->show_state(); // else it comes with the first snapshot
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    take_typed(*this);
    if (m_parts.settings) {
        m_parts.settings->set_layout(saveGeometry(), m_panes->sizes());
        m_files.end();
    }
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (!dropped_file(event->mimeData()).isEmpty() || !dropped_text(*event).isEmpty()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent *event)
{
    const QString path = dropped_file(event->mimeData()), text = dropped_text(*event);
    if (path.isEmpty() && text.isEmpty()) return;
    event->acceptProposedAction();
    take_typed(*this);
    if (path.isEmpty())
        m_files.take_text(tr("Dropped text"), text);
    else
        m_files.open(path);
}

void MainWindow::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape && m_panes->errors().isVisible()) return m_panes->errors().hide();
    QMainWindow::keyPressEvent(event);
}

void MainWindow::showEvent(QShowEvent *event)
{
    static_cast<void>(m_desk.snapshot());
    QMainWindow::showEvent(event);
}

void MainWindow::paintEvent(QPaintEvent *event)
{
    QMainWindow::paintEvent(event);
    if (m_panes->whole()) return;
    // Counted from the end of the frame that is being painted.
    QTimer::singleShot(0, this, [this] { QTimer::singleShot(first_frame_ms, m_panes, &Panes::make_whole); });
}

} // namespace plimsoll
