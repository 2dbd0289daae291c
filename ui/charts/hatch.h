// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QPen>
#include <QRectF>

class QPainter;

namespace plimsoll {

/// Strokes from lower left to upper right over `rect`, about `period` apart, on one grid for all rectangles. Pixels get them from
/// a tile that is drawn once, its period rounded to whole pixels; drawings (SVG, PDF, printers) get hatch_lines().
void paint_hatch(QPainter &painter, const QRectF &rect, double period, const QPen &pen);

} // namespace plimsoll
