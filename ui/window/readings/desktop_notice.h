// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/window/window_parts.h"

namespace plimsoll {

/// Messages by the system's tray, which is there only as long as one is shown. The same title twice within a minute is one message:
/// each window reads the cards for itself.
[[nodiscard]] DesktopNotices tray_notices();

} // namespace plimsoll
