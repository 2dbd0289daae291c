// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QAction>
#include <QObject>

#include <functional>
#include <vector>

class QMenu;
class QWidget;

namespace plimsoll {

/// Property of an action that needs its menu to be understood: what it is called where it stands alone.
inline constexpr char title_alone[] = "title_alone";

/// Takes what stands typed in a field of `window` that nobody has left yet, as leaving it would.
void take_typed(const QWidget &window);

/// Every action of a window by its id, so that menus, toolbar and the search speak of the same ones.
class Actions : public QObject {
    Q_OBJECT
public:
    explicit Actions(QWidget *window);

    /// `text` with its menu's mnemonic; `keys` may be empty.
    QAction *add(const char *id, const QString &text, const QKeySequence &keys, std::function<void()> run);
    /// An action that somebody else made (undo and redo).
    void add(const char *id, QAction *action, const QKeySequence &keys);
    [[nodiscard]] QAction *operator[](const char *id) const;
    [[nodiscard]] const std::vector<QAction *> &all() const { return m_actions; }
    /// Fills a menu in this order; "-" is a separator.
    void fill(QMenu &menu, std::initializer_list<const char *> ids) const;

private:
    QWidget *m_window;
    std::vector<QAction *> m_actions;
};

} // namespace plimsoll
