// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/report/document.h"

#include <QStringList>

namespace plimsoll::cli {

/// Replaces this process by plimsoll-window, which stands beside it; returns (Exit::bad_input) only when it cannot.
int open_window(const QStringList &arguments);

/// Makes PNG, SVG and PDF formats of reports: their sheet is handed to plimsoll-window through a pipe, which draws it offscreen.
void add_drawn_writers();

/// The document's chart alone, by plimsoll-window: the bytes of an "svg" or "png", on light or dark paper.
[[nodiscard]] Result<std::string> draw_chart(const report::Document &document, const std::string &ending, bool dark);

} // namespace plimsoll::cli
