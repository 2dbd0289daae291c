// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/controls/error_bar.h"
#include "ui/document/autosave.h"
#include "ui/document/session_file.h"
#include "ui/window/actions.h"
#include "ui/window/exchange/imports.h"
#include "ui/window/exchange/runs.h"
#include "ui/window/window_parts.h"

#include <optional>
#include <string>

namespace plimsoll {

class MainWindow;

/// Where the window's session comes from and goes to: files that are opened and saved, what is kept while it stands open, and the
/// windows beside this one that hold others.
class SessionFiles : public QObject {
    Q_OBJECT
public:
    SessionFiles(const Desk &desk, ErrorBar &errors, MainWindow &window);

    void add_actions(Actions &actions);
    /// A session, a plan, a config.json; another tool's configuration, a model card with a block, or what a real run left behind, which
    /// are shown first. Whatever is wrong with it is said in the error bar and changes nothing.
    bool open(const QString &path);
    /// The same as text that was pasted or dropped. `name`: what the error bar calls it.
    bool take_text(const QString &name, const QString &text);
    bool save_to(const QString &path);
    /// Goes on with a session that another window left; what a crash left is said.
    void resume(SessionKeeper::Taken taken);
    /// The session is kept in this record from now on; in none any more, and the record another window's.
    void go_on_in(std::unique_ptr<SessionRecord> record) { m_autosave.take_over(std::move(record)); }
    [[nodiscard]] std::unique_ptr<SessionRecord> give_up_record() { return m_autosave.give_up(); }
    /// Opens again what was closed unsaved: a record in the folder of kept sessions.
    void reopen(const QString &file);
    /// The window closes: its session comes back with the next start, or from the menu where others stay open.
    void end();

private:
    void ask_open(const QString &title, const QString &kinds);
    void ask_model_folder();
    void save();
    void ask_save();
    void start_new();
    [[nodiscard]] bool would_be_missed() const;
    void quit();
    bool take_model(const QString &name, const ModelReference &model);
    void take_session(const QString &path, const ParsedSession &read);
    void take_kept(const KeptSession &kept);
    bool open_plan(const QString &path);
    void paste();
    void take_plans(const Session &plans, bool joins = false);
    [[nodiscard]] std::optional<bool> take_message(const std::string &text);
    [[nodiscard]] std::optional<bool> take_model_name(const std::string &text);
    SessionFiles &open_beside(const Session &session, const QString &path);

    const Desk &m_desk;
    ErrorBar &m_errors;
    MainWindow &m_window;
    Autosave m_autosave;
    Imports m_imports;
    Runs m_runs;
    bool m_quitting = false;
};

} // namespace plimsoll
