// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/window/beside_answer.h"
#include "ui/window/choosers.h"
#include "ui/window/chosen_part.h"
#include "ui/window/exchange/exports.h"
#include "ui/window/exchange/fit_question.h"
#include "ui/window/exchange/tool_exports.h"
#include "ui/window/help.h"
#include "ui/window/readings/live_readings.h"
#include "ui/window/menus.h"
#include "ui/window/panes.h"
#include "ui/window/plan_edits.h"
#include "ui/window/preference_choices.h"
#include "ui/window/scenario_edits.h"
#include "ui/window/session_files.h"
#include "ui/window/split_choice.h"
#include "ui/window/status_line.h"
#include "ui/window/tool_bar.h"
#include "ui/window/view_choices.h"
#include "ui/window/window_parts.h"

#include <QMainWindow>

namespace plimsoll {

/// The planner's window: a document, the panes that show it, and the matters that people look after in it, each in a class of its
/// own. Here they are put together, told of a new snapshot, and of what the desktop does to the window.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    /// What goes on in a window that is built in the place of another.
    struct Remains {
        WindowParts parts;
        std::unique_ptr<Document> document;    ///< with its history
        std::unique_ptr<SessionRecord> record; ///< where it is kept; null where it is not
        QByteArray geometry;
        int view = 0; ///< the lower one in sight
    };

    MainWindow(const WindowParts &parts, const Session &session, const QString &path = {});
    explicit MainWindow(Remains remains);
    /// Hides first: a field that loses the focus by it still finds everything that it tells.
    ~MainWindow() override { hide(); }

    /// Every window in sight, in no order.
    [[nodiscard]] static std::vector<MainWindow *> all_open();
    /// Takes out what another window goes on with; this one is good for nothing then but its end.
    [[nodiscard]] Remains give_up();

    [[nodiscard]] Document &document() { return m_document; }
    /// With a first snapshot.
    [[nodiscard]] Estimation &estimation() { return static_cast<void>(m_desk.snapshot()), m_estimation; }
    [[nodiscard]] Actions &actions() { return m_panes->make_whole(), m_actions; }
    /// Showing the first snapshot; what is asked of them makes the panes whole.
    [[nodiscard]] Panes &panes() { return static_cast<void>(m_desk.snapshot()), *m_panes; }
    [[nodiscard]] LowerViews &views() { return m_panes->views(); }
    [[nodiscard]] Choosers &choosers() { return m_choosers; }
    [[nodiscard]] SessionFiles &files() { return m_files; }
    [[nodiscard]] Exports &exports() { return m_exports; }

    /// Whether something is being worked out beside the answer: advice, largest values, what each saver changes.
    [[nodiscard]] bool working() const { return m_beside.working() || m_choosers.working(); }
    /// Shows the readings of a recording, as `plimsoll watch` writes them, in the place of this machine's; empty: these again.
    bool replay(const QString &path) { return m_live.replay(path); }
    /// What the path's ending says: md, json, csv, png, svg or pdf.
    bool export_to(const QString &path) { return m_exports.write(path); }

protected:
    void closeEvent(QCloseEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    MainWindow(const WindowParts &parts, std::unique_ptr<Document> document);
    void add_actions();
    void add_bars();
    void restore_layout();
    void connect_matters();
    /// The panes are there: they show the snapshot, and what people do in them counts.
    void take_panes();
    void show_snapshot();
    void show_panes();
    void show_title();

    WindowParts m_parts;
    std::unique_ptr<Document> m_owned;
    Document &m_document; ///< m_owned, which may go on in another window
    Estimation m_estimation;
    Desk m_desk;
    Panes *m_panes;
    Actions m_actions;
    SessionFiles m_files;
    ScenarioEdits m_scenarios;
    PlanEdits m_plan;
    Choosers m_choosers;
    ChosenPart m_chosen;
    ViewChoices m_view;
    Exports m_exports;
    ToolExports m_tools;
    PreferenceChoices m_preferences;
    BesideAnswer m_beside;
    LiveReadings m_live;
    FitQuestion m_fit;
    SplitChoice m_split;
    Help m_help;
    Menus m_menus;
    ToolBar *m_bar = nullptr;
    StatusLine *m_status = nullptr;
};

} // namespace plimsoll
