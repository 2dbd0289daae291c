// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/panels/settings_dialog.h"
#include "ui/window/actions.h"
#include "ui/window/window_parts.h"

#include <QWidget>

namespace plimsoll {

/// How somebody likes to see the window: unit, colours, and the dialog that asks for all of it.
class PreferenceChoices : public QObject {
    Q_OBJECT
public:
    PreferenceChoices(const Desk &desk, Actions &actions, QWidget &window);

    /// Unit and colours; the dialog's action stands in another menu.
    void add_actions();
    void ask();

signals:
    void changed(); ///< what the dialog shows

private:
    void add_theme_actions();
    /// The one that holds, whichever window chose it.
    void mark_theme();
    void take(const Preferences &preferences);
    void choose_unit(ByteUnit unit);
    void choose_theme(ThemeChoice choice);

    const Desk &m_desk;
    Actions &m_actions;
    QWidget &m_window;
};

} // namespace plimsoll
