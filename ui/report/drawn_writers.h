// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace plimsoll {

/// Makes PNG (2 pixels per unit), SVG and PDF (A4, fonts embedded) formats of reports: their sheet, drawn on light paper. Programs
/// with a QGuiApplication call it when they start.
void add_drawn_writers();

} // namespace plimsoll
