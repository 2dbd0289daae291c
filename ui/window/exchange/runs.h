// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/document/run_reader.h"
#include "ui/panels/exchange/run_dialog.h"
#include "ui/window/window_parts.h"

#include <QPointer>

#include <functional>
#include <optional>
#include <vector>

namespace plimsoll {

/// What real runs left behind: snapshots, measurements and logs, shown beside a plan, kept, and shared.
class Runs : public QObject {
    Q_OBJECT
public:
    /// `take`: opens the plan of a run under this name. `open_other`: a large file turned out to be none of a run.
    Runs(const Desk &desk, QWidget &window, std::function<void(const QString &name, const Plan &plan)> take,
         std::function<void(const QString &path)> open_other);

    /// Nothing where the file is none of a run; false where it is one that cannot be read, which the error bar says. Of a large file
    /// both may show later only.
    std::optional<bool> open(const QString &path);
    std::optional<bool> take_text(const QString &name, const std::string &text);

private:
    /// A dialog for it, with a reader of its own that ends with it.
    void begin(const QString &name);
    void end();
    void show(const RunAndPlan &beside);
    bool show_read(const QString &name, RunFile run);
    void choose_plan(int index);
    void keep();
    void share();
    void open_plan();

    const Desk &m_desk;
    QWidget &m_window;
    std::function<void(const QString &, const Plan &)> m_take;
    std::function<void(const QString &)> m_open_other;
    QPointer<RunDialog> m_dialog;
    QPointer<RunReader> m_reader; ///< of the dialog
    QString m_name;
    std::vector<Question> m_questions; ///< the session's scenarios when it was opened
    int m_selected = 0;
    RunAndPlan m_shown;
};

} // namespace plimsoll
