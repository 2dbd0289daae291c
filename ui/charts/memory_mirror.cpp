// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/memory_geometry.h"

#include <utility>

namespace plimsoll {

namespace {

/// From left to right and back, in a chart of this width. Texts keep their own direction.
class Mirror {
public:
    explicit Mirror(double width) : m_width(width) {}

    void operator()(double &x) const { x = m_width - x; }
    void operator()(QRectF &rect) const { rect.moveLeft(m_width - rect.right()); }
    void operator()(QPolygonF &line) const
    {
        for (QPointF &point : line) point.setX(m_width - point.x());
    }
    void operator()(PlacedText &text) const
    {
        text.at.setX(m_width - text.at.x());
        const bool left = text.align.testFlag(Qt::AlignLeft), right = text.align.testFlag(Qt::AlignRight);
        text.align.setFlag(Qt::AlignLeft, right).setFlag(Qt::AlignRight, left);
    }
    void operator()(PlacedWhisker &whisker) const { (*this)(whisker.x); }
    template <class Placed>
    void operator()(std::optional<Placed> &placed) const
    {
        if (placed) (*this)(*placed);
    }

private:
    double m_width;
};

void mirror_column(PlacedColumn &column, const Mirror &mirrored)
{
    for (QRectF *rect : {&column.box, &column.slot}) mirrored(*rect);
    mirrored(column.break_band);
    mirrored(column.total);
    mirrored(column.note);
    mirrored(column.whisker);
    mirrored(column.rule_of_thumb);
    mirrored(column.claim);
    for (PlacedSegment &segment : column.segments) {
        mirrored(segment.rect);
        if (!segment.hatched.isEmpty()) mirrored(segment.hatched);
        for (auto *text : {&segment.name, &segment.value, &segment.beside}) mirrored(*text);
        mirrored(segment.leader);
    }
}

} // namespace

void mirror(MemoryGeometry &g)
{
    const Mirror mirrored(g.size.width());
    g.mirrored = !g.mirrored;
    mirrored(g.plot);
    mirrored(g.first_center);
    for (PlacedColumn &column : g.columns) mirror_column(column, mirrored);
    for (PlacedLine &line : g.lines) {
        if (!line.reserve.isEmpty()) mirrored(line.reserve);
        mirrored(line.title);
        mirrored(line.detail);
    }
    for (PlacedText &note : g.notes) mirrored(note);
}

} // namespace plimsoll
