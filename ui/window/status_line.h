// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/window/window_parts.h"

#include <QLabel>

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

} // namespace plimsoll
