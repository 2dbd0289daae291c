// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/import.h"
#include "ui/window/window_parts.h"

#include <QObject>

#include <functional>
#include <optional>

namespace plimsoll {

/// Other tools' configurations, from files and from the clipboard: what was understood of them is shown, and whoever agrees gets a plan.
class Imports : public QObject {
    Q_OBJECT
public:
    /// `take`: opens a plan under this name.
    Imports(const Desk &desk, QWidget &window, std::function<void(const QString &name, const Plan &plan)> take);

    /// Nothing where the file is no tool's configuration; false where it is one that cannot be read, which the error bar says.
    std::optional<bool> open(const QString &path);
    /// What the clipboard holds: a command line, YAML, JSON, a call.
    void paste();

private:
    void show(const QString &name, Imported read);

    const Desk &m_desk;
    QWidget &m_window;
    std::function<void(const QString &, const Plan &)> m_take;
};

} // namespace plimsoll
