// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/memory_table.h"
#include "ui/charts/table_text.h"
#include "ui/document/scenarios.h"
#include "ui/theme/icons.h"
#include "ui/window/main_window.h"

#include <QDir>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>

namespace plimsoll {
namespace {

QKeySequence keys(int combination) { return QKeySequence(combination); }

constexpr int ctrl = Qt::CTRL, shift = Qt::SHIFT, alt = Qt::ALT;

} // namespace

void MainWindow::add_actions()
{
    add_file_actions();
    m_exports.add_actions(
        m_actions, [this] { return table_text(*m_memory->table_model()); }, [this] { m_breakdown->copy_all(); });
    add_plan_actions();
    add_view_actions();
    add_tab_actions();
    m_actions.add("tools.search", tr("&Search actions…"), keys(ctrl | Qt::Key_K), [this] { m_search->open(); });
    m_actions.add("tools.live", tr("&Live readings"), keys(ctrl | shift | Qt::Key_L),
                  [this] { m_tabs->setCurrentWidget(m_live_panel); });
    m_actions.add("tools.replay", tr("&Replay a recording, or end it…"), keys(ctrl | shift | Qt::Key_R),
                  [this] { ask_replay(); });
    m_actions.add("help.about", tr("&About Plimsoll"), keys(Qt::Key_F1), [this] { show_about(); });
}

void MainWindow::add_file_actions()
{
    m_actions.add("file.new", tr("&New session"), QKeySequence::New, [this] { start_new(); });
    m_actions.add("file.open", tr("&Open…"), QKeySequence::Open, [this] { ask_open(); });
    m_actions.add("file.config", tr("Open a model's &config.json…"), keys(ctrl | shift | Qt::Key_O), [this] { ask_config(); });
    m_actions.add("file.model_folder", tr("Open a model's &folder…"), keys(ctrl | alt | Qt::Key_O),
                  [this] { ask_model_folder(); });
    m_actions.add("file.save", tr("&Save"), QKeySequence::Save, [this] {
        if (m_document.path().isEmpty())
            ask_save();
        else
            save_to(m_document.path());
    });
    m_actions.add("file.save_as", tr("Save &as…"), keys(ctrl | shift | Qt::Key_S), [this] { ask_save(); });
    m_actions.add("file.close", tr("Close &window"), keys(ctrl | Qt::Key_W), [this] { close(); });
    m_actions.add("file.quit", tr("&Quit"), keys(ctrl | Qt::Key_Q), [this] { quit(); });
    QAction *undo = m_document.undo_stack().createUndoAction(this, tr("&Undo"));
    undo->setIcon(icon(Icon::undo));
    m_actions.add("edit.undo", undo, QKeySequence::Undo);
    QAction *redo = m_document.undo_stack().createRedoAction(this, tr("&Redo"));
    redo->setIcon(icon(Icon::redo));
    m_actions.add("edit.redo", redo, keys(ctrl | shift | Qt::Key_Z));
    m_actions.add("edit.settings", tr("Se&ttings…"), keys(ctrl | Qt::Key_Comma), [this] { m_preferences.ask(); })
        ->setMenuRole(QAction::PreferencesRole);
}

void MainWindow::add_plan_actions()
{
    m_actions.add("plan.model", tr("Choose &model…"), keys(ctrl | Qt::Key_L),
                  [this] { emit m_plan_pane->model_asked(&m_plan_pane->model_button()); });
    m_actions.add("plan.inspect", tr("&Inspect model…"), keys(ctrl | Qt::Key_I), [this] { inspect_model(); });
    m_actions.add("plan.compare", tr("&Compare precisions"), keys(ctrl | Qt::Key_P),
                  [this] { compare_precisions(m_document, false); });
    m_actions.add("plan.compare_lora", tr("Compare precisions, with &LoRA"), keys(ctrl | shift | Qt::Key_P),
                  [this] { compare_precisions(m_document, true); });
    m_actions.add("plan.add_card", tr("&Add card or budget…"), keys(ctrl | shift | Qt::Key_A),
                  [this] { emit m_plan_pane->card_asked(&m_plan_pane->cards().add_button()); });
    m_actions.add("plan.rename", tr("&Rename scenario"), keys(Qt::Key_F2),
                  [this] { m_memory->rename_scenario(QString::number(m_document.session().selected)); });
    const auto change = [this](const char *id, const QString &text, int combination, const QString &step, auto make) {
        m_actions.add(id, text, keys(combination), [this, step, make] { apply(make(m_document.session()), step); });
    };
    change("plan.duplicate", tr("&Duplicate scenario"), ctrl | Qt::Key_D, tr("Duplicate scenario"),
           [](const Session &session) { return with_duplicate(session, session.selected); });
    change("plan.pin", tr("&Pin as baseline, or release"), ctrl | Qt::Key_B, tr("Pin baseline"),
           [](const Session &session) { return with_baseline_toggled(session, session.selected); });
    change("plan.left", tr("Move scenario le&ft"), ctrl | shift | Qt::Key_Left, tr("Move scenario"),
           [](const Session &session) { return with_moved(session, session.selected, session.selected - 1); });
    change("plan.right", tr("Move scenario ri&ght"), ctrl | shift | Qt::Key_Right, tr("Move scenario"),
           [](const Session &session) { return with_moved(session, session.selected, session.selected + 1); });
    change("plan.remove", tr("Re&move scenario"), ctrl | Qt::Key_Backspace, tr("Remove scenario"),
           [](const Session &session) { return without_scenario(session, session.selected); });
}

void MainWindow::add_view_actions()
{
    m_actions.add("view.plan", tr("&Plan pane"), keys(Qt::Key_F8), [this] { toggle_pane(0); });
    m_actions.add("view.breakdown", tr("&Breakdown pane"), keys(Qt::Key_F9), [this] { toggle_pane(2); });
    m_actions.add("view.fold", tr("&Fold the memory chart"), keys(ctrl | Qt::Key_M),
                  [this] { m_memory->set_folded(!m_memory->folded()); });
    m_actions
        .add("view.rule", tr("&Rule of thumb behind the columns"), keys(ctrl | Qt::Key_R),
             [this] {
                 m_rule_of_thumb = m_actions["view.rule"]->isChecked();
                 show_chart();
             })
        ->setCheckable(true);
    m_actions
        .add("view.tables", tr("Charts as &tables"), keys(ctrl | Qt::Key_T),
             [this] {
                 if (m_parts.settings) m_parts.settings->set_charts_as_tables(m_actions["view.tables"]->isChecked());
                 show_tables();
             })
        ->setCheckable(true);
    m_actions.add("view.next_pane", tr("&Next pane"), keys(Qt::Key_F6), [this] { next_pane(); });
    m_preferences.add_actions();
}

void MainWindow::show_tables()
{
    const bool tables = m_actions["view.tables"]->isChecked();
    m_memory->set_table_shown(tables);
    if (!m_plan_pane) return; // the others are not there yet; complete() asks again
    m_timeline->set_table_shown(tables);
    m_sweep_panel->set_table_shown(tables);
    m_live_panel->set_table_shown(tables);
}

void MainWindow::add_tab_actions()
{
    const QStringList titles = tab_titles();
    for (int tab = 0; tab < titles.size(); ++tab) {
        const QByteArray id = "view.tab" + QByteArray::number(tab + 1);
        m_actions.add(id.constData(), titles[tab], keys(ctrl | (Qt::Key_1 + tab)), [this, tab] {
            m_tabs->setCurrentIndex(tab);
            m_tabs->tabBar()->setFocus();
        });
    }
}

void MainWindow::build_menus()
{
    QMenu *file = menuBar()->addMenu(tr("&File"));
    m_actions.fill(*file, {"file.new", "file.open", "file.config", "file.model_folder"});
    m_recent_menu = file->addMenu(tr("Open &recent"));
    connect(m_recent_menu, &QMenu::aboutToShow, this, [this] { fill_recent(*m_recent_menu); });
    fill_examples(*file->addMenu(tr("Open e&xample")));
    m_actions.fill(*file, {"-", "file.save", "file.save_as", "-"});
    m_actions.fill(*file->addMenu(tr("&Export")), {"export.markdown", "export.json", "export.png", "export.svg", "export.pdf"});
    m_actions.fill(*file, {"-", "file.close", "file.quit"});
    m_actions.fill(*menuBar()->addMenu(tr("&Edit")),
                   {"edit.undo", "edit.redo", "-", "edit.copy_block", "edit.copy_chart", "edit.copy_svg", "edit.copy_chart_table",
                    "edit.copy_table", "-", "edit.settings"});
    m_actions.fill(*menuBar()->addMenu(tr("&Plan")),
                   {"plan.model", "plan.inspect", "plan.add_card", "-", "plan.compare", "plan.compare_lora", "-",
                    "plan.duplicate", "plan.rename", "plan.pin", "plan.left", "plan.right", "-", "plan.remove"});
    QMenu *view = menuBar()->addMenu(tr("&View"));
    m_actions.fill(*view, {"view.plan", "view.breakdown", "view.fold", "view.rule", "view.tables", "view.next_pane", "-"});
    for (int tab = 0; tab < tab_titles().size(); ++tab)
        view->addAction(m_actions[("view.tab" + QByteArray::number(tab + 1)).constData()]);
    m_actions.fill(*view, {"-", "view.unit", "-", "view.system", "view.light", "view.dark", "view.contrast"});
    m_actions.fill(*menuBar()->addMenu(tr("&Tools")), {"tools.search", "tools.live", "tools.replay"});
    m_actions.fill(*menuBar()->addMenu(tr("&Help")), {"help.about"});
}

void MainWindow::fill_recent(QMenu &menu)
{
    menu.clear();
    const QStringList files = m_parts.settings ? m_parts.settings->recent_files() : QStringList();
    for (const QString &path : files) menu.addAction(QDir::toNativeSeparators(path), this, [this, path] { open_file(path); });
    if (files.isEmpty()) menu.addAction(tr("None yet"))->setEnabled(false);
    if (!m_parts.settings) return;
    const auto closed = SessionKeeper(m_parts.settings->sessions_folder()).closed();
    if (!closed.empty()) menu.addSection(tr("Closed without saving"));
    for (const auto &one : closed)
        menu.addAction(tr("%1, closed %2").arg(one.title, QLocale().toString(one.when, QLocale::ShortFormat)), this,
                       [this, file = one.file] { reopen(file); });
}

void MainWindow::fill_examples(QMenu &menu)
{
    const QDir folder(m_parts.examples_folder);
    if (!m_parts.examples_folder.isEmpty())
        for (const QFileInfo &file : folder.entryInfoList({QStringLiteral("*.plimsoll")}, QDir::Files, QDir::Name))
            menu.addAction(file.completeBaseName(), this, [this, path = file.absoluteFilePath()] { open_file(path); });
    if (menu.isEmpty()) menu.addAction(tr("No examples are installed"))->setEnabled(false);
}

} // namespace plimsoll
