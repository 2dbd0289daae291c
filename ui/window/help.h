// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/window/actions.h"
#include "ui/window/window_parts.h"

#include <QWidget>

namespace plimsoll {

/// What a control is, what words mean, which keys there are, and what to send where an estimate is wrong.
class Help : public QObject {
    Q_OBJECT
public:
    Help(const Desk &desk, const Actions &actions, QWidget &window);

    void add_actions(Actions &actions);
    /// The plan and its answer without anything of whoever made it: names are gone, a model of one's own is its bare configuration.
    [[nodiscard]] QString report() const;

private:
    void explain_focus();
    void show_page(const QString &title, const QString &html);
    [[nodiscard]] QString glossary() const;
    [[nodiscard]] QString keys() const;
    void copy_report();

    const Desk &m_desk;
    const Actions &m_actions;
    QWidget &m_window;
};

} // namespace plimsoll
