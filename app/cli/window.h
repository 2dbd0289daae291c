// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace plimsoll::cli {

/// Replaces this process by plimsoll-window, which stands beside it; returns (Exit::bad_input) only when it cannot.
int open_window(const QStringList &arguments);

/// Has plimsoll-window draw a session into a picture or PDF, offscreen. Nothing when it stands. `command` is what the page says
/// makes it again.
[[nodiscard]] std::optional<Error> render(const QString &session_path, const QString &output_path, const QString &command);

} // namespace plimsoll::cli
