// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/window/main_window.h"

#include <QString>

#include <memory>

namespace plimsoll {

/// Why no window can be opened here; empty where one can.
[[nodiscard]] QString why_no_display();

/// The folder of the example sessions: installed beside the program, or in the source tree it was built from; empty: none.
[[nodiscard]] QString examples_folder();

/// A planner, this machine's GPUs, the given settings.
[[nodiscard]] WindowParts real_parts(Settings *settings, Theme *theme);

/// The window as it opens: with `file`, else as it was left, else with the first session. Further windows that were left
/// open, or taken by a crash, open beside it. `ahead`: a planner already at work on the first session (head_start()).
[[nodiscard]] std::unique_ptr<MainWindow> open_window(const WindowParts &parts, const QString &file,
                                                      const std::shared_ptr<Planner> &ahead);

/// What Qt calls this program, whichever of its windows is opened.
void name_application();

/// A planner for open_window(); at work on the first session already where `begins` and the language is the sources' own: an
/// estimate holds texts.
[[nodiscard]] std::shared_ptr<Planner> planner_ahead(bool begins);

} // namespace plimsoll
