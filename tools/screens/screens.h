// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "app/window/window_app.h"

namespace plimsoll {

/// --bench-start: quits after the first painted frame. --bench-edit: prints edit → painted as JSON. Return the exit status.
[[nodiscard]] int bench_start(const std::shared_ptr<Planner> &ahead);
[[nodiscard]] int bench_edit();

/// Writes a picture of every state, light and dark, in two sizes and two scales. `only`: a wildcard of the file names wanted.
/// Returns the exit status.
[[nodiscard]] int write_screenshots(const QString &folder, const QString &only);

} // namespace plimsoll
