// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/actions.h"

#include <QAbstractSpinBox>
#include <QMenu>
#include <QWidget>

#include <algorithm>

namespace plimsoll {

void take_typed(const QWidget &window)
{
    for (QWidget *one = window.focusWidget(); one && one != &window; one = one->parentWidget())
        if (auto *box = qobject_cast<QAbstractSpinBox *>(one)) return box->interpretText();
}

Actions::Actions(QWidget *window) : QObject(window), m_window(window) {}

QAction *Actions::add(const char *id, const QString &text, const QKeySequence &keys, std::function<void()> run)
{
    auto *action = new QAction(text, this);
    connect(action, &QAction::triggered, this, [this, run = std::move(run)] {
        take_typed(*m_window); // a shortcut leaves no field
        run();
    });
    add(id, action, keys);
    return action;
}

void Actions::add(const char *id, QAction *action, const QKeySequence &keys)
{
    action->setObjectName(QString::fromLatin1(id));
    if (!keys.isEmpty()) action->setShortcut(keys);
    m_window->addAction(action);
    m_actions.push_back(action);
}

QAction *Actions::operator[](const char *id) const
{
    const QString name = QString::fromLatin1(id);
    const auto found =
        std::find_if(m_actions.begin(), m_actions.end(), [&](const QAction *one) { return one->objectName() == name; });
    Q_ASSERT_X(found != m_actions.end(), "Actions", id);
    return *found;
}

void Actions::fill(QMenu &menu, std::initializer_list<const char *> ids) const
{
    for (const char *id : ids) {
        if (qstrcmp(id, "-") == 0)
            menu.addSeparator();
        else
            menu.addAction((*this)[id]);
    }
}

} // namespace plimsoll
