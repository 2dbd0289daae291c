// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/charts/memory_geometry.h"
#include "ui/theme/palette.h"

#include <QBrush>

class QPainter;

namespace plimsoll {

/// What the plot is showing besides its data.
struct MemoryMarks {
    std::optional<MemorySpot> selected; ///< linked with breakdown, timeline and Why
    std::optional<MemorySpot> hovered;
    bool focus = false; ///< the selected segment has the keyboard

    bool operator==(const MemoryMarks &) const = default;
};

/// Brush of a segment; in high contrast a pattern in the text's colour instead of a tint.
[[nodiscard]] QBrush fill_brush(const Palette &colors, Group group, std::optional<Component> component);

/// Lines of the memory chart's axis, which stand under the bars.
void paint_memory_grid(QPainter &painter, const MemoryGeometry &geometry, const Palette &colors);

/// Everything that is not bars and grid: outlines, gaps, hatches, break, labels, lines with their marks, whiskers, axis labels.
void paint_memory_overlay(QPainter &painter, const MemoryGeometry &geometry, const Palette &colors,
                          const MemoryMarks &marks = {});

// Shared with the timeline and the live readings.
void paint_text(QPainter &painter, const PlacedText &text);
/// An upright line with the painter's pen, whose cap is flat.
void paint_upright(QPainter &painter, double x, double top, double bottom);
/// A level one.
void paint_level(QPainter &painter, double left, double right, double y);
/// A line across [left, right] with a halo in the paper's colour.
void paint_load_line(QPainter &painter, double left, double right, double y, const Palette &colors);
/// The mark, a circle crossed by a line, at the end of a load line.
void paint_mark(QPainter &painter, QPointF center, const Palette &colors);
/// What a cursor at `x` reads, in a box from `top` down that stays between the sides of `plot`.
void paint_reading(QPainter &painter, const QString &text, double x, const QRectF &plot, double top, const Palette &colors);

} // namespace plimsoll
