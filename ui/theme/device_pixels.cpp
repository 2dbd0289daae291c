// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/device_pixels.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace plimsoll {

namespace {

/// Device pixels of a line; the smaller where it is half of one.
double thickness(double width, double scale) { return std::max(1.0, std::ceil(width * scale - 0.5)); }

} // namespace

QRectF on_device_pixels(const QPainter &painter, const QRectF &rect)
{
    const QTransform to_device = painter.deviceTransform();
    if (to_device.type() > QTransform::TxScale) return rect;
    const QRectF exact = to_device.mapRect(rect);
    const QRectF whole(QPointF(qRound(exact.left()), qRound(exact.top())),
                       QPointF(qRound(exact.right()), qRound(exact.bottom())));
    return to_device.inverted().mapRect(whole);
}

void draw_edge(QPainter &painter, const QRectF &rect, Qt::Edge edge, const QColor &color, int width)
{
    const QTransform to_device = painter.deviceTransform();
    const double across = std::abs(to_device.m11()), down = std::abs(to_device.m22());
    QRectF strip = on_device_pixels(painter, rect);
    const double wide = thickness(width, across) / across, high = thickness(width, down) / down;
    switch (edge) {
    case Qt::LeftEdge: strip.setRight(strip.left() + wide); break;
    case Qt::RightEdge: strip.setLeft(strip.right() - wide); break;
    case Qt::TopEdge: strip.setBottom(strip.top() + high); break;
    case Qt::BottomEdge: strip.setTop(strip.bottom() - high); break;
    }
    painter.fillRect(strip, color);
}

void draw_frame(QPainter &painter, const QRectF &rect, const QColor &color, int width)
{
    for (const Qt::Edge edge : {Qt::TopEdge, Qt::BottomEdge, Qt::LeftEdge, Qt::RightEdge})
        draw_edge(painter, rect, edge, color, width);
}

} // namespace plimsoll
