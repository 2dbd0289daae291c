// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/charts/memory_chart.h"
#include "ui/charts/timeline/timeline_chart.h"
#include "ui/controls/chooser.h"
#include "ui/controls/error_bar.h"
#include "ui/document/advisor.h"
#include "ui/document/autosave.h"
#include "ui/document/differences.h"
#include "ui/document/edge_finder.h"
#include "ui/document/estimation.h"
#include "ui/document/live_monitor.h"
#include "ui/document/plan_editor.h"
#include "ui/document/settings.h"
#include "ui/panels/advice_panel.h"
#include "ui/panels/answer_line.h"
#include "ui/panels/breakdown_panel.h"
#include "ui/panels/fits_panel.h"
#include "ui/panels/live_panel.h"
#include "ui/panels/sweep_panel.h"
#include "ui/panels/why_panel.h"
#include "ui/plan/hub_row.h"
#include "ui/plan/plan_pane.h"
#include "ui/theme/theme.h"
#include "ui/window/actions.h"
#include "ui/window/beside_answer.h"
#include "ui/window/exports.h"
#include "ui/window/live_readings.h"
#include "ui/window/preference_choices.h"
#include "ui/window/search_button.h"
#include "ui/window/window_parts.h"

#include <QMainWindow>
#include <QSplitter>
#include <QTabWidget>

#include <set>

namespace plimsoll {

/// The planner's window: assembles the panels, and passes what people ask for on to the document. The answer and the memory
/// chart are made first; the other panes after the first frame stands on the screen, or as soon as anybody asks for one.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    MainWindow(const WindowParts &parts, const Session &session, const QString &path = {});
    /// Hides first: a field that loses the focus by it still finds everything that it tells.
    ~MainWindow() override { hide(); }

    [[nodiscard]] Document &document() { return m_document; }
    [[nodiscard]] Estimation &estimation() { return work_out(), m_estimation; }
    [[nodiscard]] Actions &actions() { return complete(), m_actions; }
    [[nodiscard]] PlanPane &plan_pane() { return complete(), *m_plan_pane; }
    [[nodiscard]] AnswerLine &answer_line() { return work_out(), *m_answer; }
    [[nodiscard]] MemoryChart &memory_chart() { return work_out(), *m_memory; }
    [[nodiscard]] TimelineChart &timeline() { return complete(), *m_timeline; }
    [[nodiscard]] BreakdownPanel &breakdown() { return complete(), *m_breakdown; }
    [[nodiscard]] WhyPanel &why() { return complete(), *m_why; }
    [[nodiscard]] FitsPanel &fits() { return complete(), *m_fits; }
    [[nodiscard]] AdvicePanel &advice() { return complete(), *m_advice_panel; }
    [[nodiscard]] SweepPanel &sweep() { return complete(), *m_sweep_panel; }
    [[nodiscard]] LivePanel &live() { return complete(), *m_live_panel; }
    [[nodiscard]] ErrorBar &error_bar() { return *m_error_bar; }
    [[nodiscard]] Chooser &model_chooser(); ///< made when first asked for
    [[nodiscard]] Chooser &card_chooser();  ///< made when first asked for
    [[nodiscard]] QTabWidget &tabs() { return complete(), *m_tabs; }

    /// Whether something is being worked out beside the answer: advice, largest values, what each saver changes.
    [[nodiscard]] bool working() const { return m_beside.working(); }

    /// A session, a plan or a config.json. Whatever is wrong with it is said in the error bar and changes nothing.
    bool open_file(const QString &path);
    bool save_to(const QString &path);
    /// Goes on with a session that another window left; what a crash left is said.
    void resume(SessionKeeper::Taken taken);
    /// Shows the readings of a recording, as `plimsoll watch` writes them, in the place of this machine's; empty: these again.
    bool replay(const QString &path);
    /// What the path's ending says: md, json, csv, png, svg or pdf.
    bool export_to(const QString &path) { return m_exports.write(path); }

protected:
    void closeEvent(QCloseEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    /// The first snapshot, where nobody asked for one yet: on the way to the screen, since it may be worked out meanwhile.
    void work_out() { static_cast<void>(m_desk.snapshot()); }
    // window_build.cpp
    void build_frame();
    void complete();
    [[nodiscard]] QWidget *build_centre();
    [[nodiscard]] QWidget *build_tabs();
    [[nodiscard]] static QStringList tab_titles();
    [[nodiscard]] QWidget *build_right();
    [[nodiscard]] QWidget *build_file_row(Chooser *chooser);
    void build_toolbar();
    void build_status_bar();
    void restore_layout();
    // window_actions.cpp
    void add_actions();
    void add_file_actions();
    void add_plan_actions();
    void add_view_actions();
    void add_tab_actions();
    void build_menus();
    void fill_recent(QMenu &menu);
    void fill_examples(QMenu &menu);
    // window_files.cpp
    void ask_open();
    void ask_config();
    void ask_model_folder();
    void ask_replay();
    void ask_save();
    void start_new();
    MainWindow *open_beside(const Session &session, const QString &path);
    void resume_session(const KeptSession &kept);
    void reopen(const QString &file);
    void quit();
    void remember();
    void remember_model(const QString &id);
    void inspect_model();
    // main_window.cpp
    void connect_document();
    void connect_panes();
    void connect_tabs();
    void connect_chart();
    void connect_timeline();
    void show_snapshot();
    void show_panes();
    void show_chart();
    void show_status();
    void show_timeline();
    void show_tab_note();
    void read_cursor();
    void show_why();
    void say(const QString &text);
    void show_tables();
    void choose(const Choice &choice);
    void edit(const FieldEdits &edits, const QString &field);
    void apply(const Session &next, const QString &step) { m_document.apply(next, step); }
    void refuse(const QString &what, const Error &error);
    void change_cards(const Target &cards, const QString &step);
    void choose_model_id(const QString &id);
    void update_title();
    void next_pane();
    void toggle_pane(int index);
    void open_scenario_menu(const QString &id, QPoint where);
    void show_about();

    WindowParts m_parts;
    Document m_document;
    Estimation m_estimation;
    Desk m_desk;
    Autosave m_autosave;
    Actions m_actions;
    Exports m_exports;
    PreferenceChoices m_preferences;
    BesideAnswer m_beside;
    LiveReadings m_live;
    QSplitter *m_panes = nullptr;
    QSplitter *m_centre = nullptr;
    PlanPane *m_plan_pane = nullptr;
    AnswerLine *m_answer = nullptr;
    ErrorBar *m_error_bar = nullptr;
    QLabel *m_hint = nullptr;
    MemoryChart *m_memory = nullptr;
    QTabWidget *m_tabs = nullptr;
    QLabel *m_tab_note = nullptr;
    TimelineChart *m_timeline = nullptr;
    FitsPanel *m_fits = nullptr;
    AdvicePanel *m_advice_panel = nullptr;
    SweepPanel *m_sweep_panel = nullptr;
    LivePanel *m_live_panel = nullptr;
    BreakdownPanel *m_breakdown = nullptr;
    WhyPanel *m_why = nullptr;
    GpuCorner *m_corner = nullptr;
    SearchButton *m_search = nullptr;
    Chooser *m_model_chooser = nullptr;
    Chooser *m_card_chooser = nullptr;
    QLabel *m_status = nullptr;
    QMenu *m_recent_menu = nullptr;
    QString m_timeline_part;
    std::optional<TimelinePoint> m_moment; ///< that the timeline's cursor reads
    bool m_quitting = false;
    Choice m_choice{Group::weights, Component::weights};
    std::set<Group> m_expanded;
    bool m_rule_of_thumb = false;
};

} // namespace plimsoll
