// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/window/actions.h"
#include "ui/window/exchange/tool_exports.h"
#include "ui/window/session_files.h"

class QMenuBar;

namespace plimsoll {

/// The menu bar: which action stands where, and the files that can be opened from it.
class Menus : public QObject {
    Q_OBJECT
public:
    Menus(const Desk &desk, const Actions &actions, SessionFiles &files, ToolExports &tools);

    void fill(QMenuBar &bar);

private:
    void fill_file(QMenu &menu);
    void fill_view(QMenu &menu);
    void fill_recent(QMenu &menu);
    void fill_examples(QMenu &menu);

    const Desk &m_desk;
    const Actions &m_actions;
    SessionFiles &m_files;
    ToolExports &m_tools;
};

} // namespace plimsoll
