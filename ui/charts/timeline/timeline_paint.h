// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/charts/timeline/timeline_geometry.h"

class QPainter;

namespace plimsoll {

/// The whole timeline but cursor and overview.
void paint_timeline(QPainter &painter, const TimelineGeometry &geometry, const Palette &colors,
                    const std::optional<Group> &selected = std::nullopt);
/// Only the stacked areas and their outline.
void paint_timeline_areas(QPainter &painter, const TimelineGeometry &geometry, const Palette &colors);
/// A vertical line at an operation, with its bytes.
void paint_timeline_cursor(QPainter &painter, const TimelineGeometry &geometry, const TimelineData &data, std::size_t index,
                           const Palette &colors);
/// Where the cursor's reading stands: in the caption's line, beside it where there is room, under no name of an operation.
[[nodiscard]] QRectF reading_room(const TimelineGeometry &g, const QString &text);
/// The whole step in `where`, with the part in view framed and the rest paled.
void paint_overview(QPainter &painter, const QRectF &where, const TimelineGeometry &whole, const TimelineGeometry &shown,
                    const Palette &colors);

} // namespace plimsoll
