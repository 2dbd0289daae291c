// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/window/window_parts.h"

#include <QLabel>
#include <QToolButton>

namespace plimsoll {

/// The status bar's standing text: the model, how sure its figures are, and whether the session is saved.
class StatusLine : public QLabel {
    Q_OBJECT
public:
    StatusLine(const Desk &desk, QWidget *parent);
    void show_state();

private:
    const Desk &m_desk;
};

/// At the end of the status bar while a card is nearly full; pressing it opens the live readings.
class LiveWarning : public QToolButton {
    Q_OBJECT
public:
    explicit LiveWarning(QWidget *parent);
    /// A sentence a card, the fullest first; none hides it. `silent`: the desktop shows no messages, which the tip says.
    void show_warnings(const QStringList &sentences, bool silent);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
};

} // namespace plimsoll
