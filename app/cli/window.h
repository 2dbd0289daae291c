// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "app/cli/command.h"

namespace plimsoll::cli {

/// Replaces this process by plimsoll-window, which stands beside it; returns (Exit::bad_input) only when it cannot.
int open_window(const QStringList &arguments);

/// The same command once more, in the place of this process, by plimsoll-window, which draws offscreen.
int run_with_charts(const Command &command, const QStringList &arguments);

/// Makes PNG, SVG and PDF formats of reports where nothing else has, so that they are understood and told of: run_with_charts() writes them.
void name_drawn_formats();

} // namespace plimsoll::cli
