// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QStringList>

namespace plimsoll::cli {

/// Replaces this process by plimsoll-window, which stands beside it; returns (Exit::bad_input) only when it cannot.
int open_window(const QStringList &arguments);

/// Makes PNG, SVG and PDF formats of reports: their sheet is handed to plimsoll-window through a pipe, which draws it offscreen.
void add_drawn_writers();

} // namespace plimsoll::cli
