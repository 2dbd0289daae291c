// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/panels/exchange/export_dialog.h"
#include "ui/window/actions.h"
#include "ui/window/window_parts.h"

#include <QMenu>

namespace plimsoll {

/// The selected plan in other tools' words: all that `plimsoll export --to` takes, in the same order.
class ToolExports : public QObject {
    Q_OBJECT
public:
    ToolExports(const Desk &desk, QWidget &window) : m_desk(desk), m_window(window) {}

    void add_actions(Actions &actions);
    /// A submenu for each group, with what this plan cannot be written for greyed and why.
    void fill(QMenu &menu);
    /// With this tool chosen; empty: the first that carries the plan out.
    void open(const std::string &name = {});

private:
    [[nodiscard]] Question question() const;
    [[nodiscard]] std::vector<OfferedExport> offers() const;
    void fill_group(QMenu &menu, const QString &group);

    const Desk &m_desk;
    QWidget &m_window;
};

} // namespace plimsoll
