// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QColor>
#include <QRectF>

class QPainter;

// Lines on whole pixels of the device. At scales such as 1.5 every other logical pixel begins in the middle of one: Qt rounds what a
// widget may paint to whole pixels, and a pen's line beside that edge is cut away or covers two. These round as Qt does.
namespace plimsoll {

/// The rectangle with its edges on the device's pixels; in the painter's coordinates. The same where the painter turns or shears.
[[nodiscard]] QRectF on_device_pixels(const QPainter &painter, const QRectF &rect);

/// A line of `width` logical pixels inside one side of the rectangle, at least one of the device's pixels thick.
void draw_edge(QPainter &painter, const QRectF &rect, Qt::Edge edge, const QColor &color, int width = 1);

/// The same inside all four sides.
void draw_frame(QPainter &painter, const QRectF &rect, const QColor &color, int width = 1);

} // namespace plimsoll
