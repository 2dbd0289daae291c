// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/charts/memory_data.h"

#include <QLineF>
#include <QPointF>
#include <QPolygonF>
#include <QRectF>

#include <optional>
#include <vector>

namespace plimsoll {

// Where everything of the memory chart stands: plain numbers in logical pixels, made from values, drawn by whoever draws.

/// The axis in units (GiB or GB): from 0 to `top` in `steps` steps, each a power of two.
struct AxisRange {
    double top = 4;
    double step = 1;
    int steps = 4;

    bool operator==(const AxisRange &) const = default;
};

/// About 1.35 × the line, in three to five power-of-two steps; a little more when that saves every column from being cut.
/// Without a line (0) the tallest column decides. Both in units, ≥ 0.
[[nodiscard]] AxisRange axis_range(double line, double tallest);

/// Pixels left of a plot: the `usual` ones, and more where the longest label of its axis takes them.
[[nodiscard]] double room_for_axis(double usual, const QString &longest);

/// The axis that these columns and lines are drawn on.
[[nodiscard]] AxisRange axis_of(const MemoryChartData &data);

/// What the chart's caption says of the whiskers: "whisker: interval ±12–15 %", of those that are drawn; empty where none is.
[[nodiscard]] QString whisker_note(const MemoryChartData &data);

/// A text and where it stands; `center` counts from the left, middle or right as `align` says.
struct PlacedText {
    QString text;
    QPointF at; ///< left, middle or right end of the text's vertical middle
    Qt::Alignment align = Qt::AlignLeft;
};

struct PlacedTick {
    double value = 0;
    double y = 0;
    QString label;
};

struct PlacedSegment {
    MemorySpot spot;
    Bytes bytes = 0;
    QRectF rect;    ///< empty when it is less than half a pixel
    QRectF hatched; ///< the part above the answer's line
    bool above_break = false;
    std::optional<PlacedText> name, value; ///< direct label; absent below 16 pixels or where it doesn't fit
    std::optional<PlacedText> beside;      ///< the same beside the column, of what has none inside
    QPolygonF leader;                      ///< from the segment to it
};

struct PlacedWhisker {
    double x = 0, low = 0, high = 0; ///< y of the interval's ends; low is the lower one on screen
    bool open = false;               ///< it goes on above the chart
};

struct PlacedColumn {
    QString id;
    QRectF box;                          ///< from its top to the base
    QRectF slot;                         ///< what belongs to it: a click there is a click on it
    std::vector<PlacedSegment> segments; ///< bottom to top; a cut segment appears twice, below and above the break
    bool cut = false;
    QPolygonF break_band; ///< zigzag over a cut column
    PlacedText total;
    std::optional<PlacedText> note; ///< over the total: difference to the baseline, the rule of thumb
    std::optional<PlacedWhisker> whisker;
    /// The part above the column, narrower; of no height and wider, at its level, where it is lower. None beyond the axis.
    std::optional<QRectF> rule_of_thumb;
    /// What an engine takes beyond the column, as wide as it; of no height where it takes less. None beyond the axis.
    std::optional<QRectF> claim;
};

struct PlacedLine {
    std::size_t index = 0;   ///< in MemoryChartData::lines
    bool above_axis = false; ///< written at the top edge instead of drawn
    double y = 0;
    QRectF reserve;
    PlacedText title, detail; ///< detail may be empty
};

struct MemoryGeometry {
    QSizeF size;
    double pixel = 1; ///< of the device, in logical pixels; edges stand on multiples of it
    AxisRange axis;
    QRectF plot;              ///< from the axis' 0 to its top
    bool mirrored = false;    ///< the axis stands at the right, the first column beside it, the cards at the left
    bool wide = false;        ///< columns have room beside them: every segment is labelled
    bool with_shares = false; ///< and there is room for unit and share in all of these labels
    double beside_width = 0;  ///< of the labels there
    double column_pitch = 0, column_width = 0, first_center = 0;
    std::size_t first_column = 0; ///< columns before it and after the last one placed don't fit
    std::size_t hidden_columns = 0;
    std::vector<PlacedTick> ticks;
    std::vector<PlacedColumn> columns;
    std::vector<PlacedLine> lines;
    std::vector<PlacedText> notes; ///< "not to scale above the break", "3 more"

    [[nodiscard]] double y_of(double units) const { return plot.bottom() - units / axis.top * plot.height(); }
    /// The segment at a point, if there is one.
    [[nodiscard]] std::optional<MemorySpot> spot_at(QPointF point) const;
    [[nodiscard]] const PlacedColumn *column(const QString &id) const;
    [[nodiscard]] const PlacedColumn *column_at(QPointF point) const;
};

/// Lays the chart out. `size` in logical pixels. Where people read from right to left the chart does, too: scenarios are a
/// sequence as a row of a table is, and the axis stands where reading begins. (Timelines don't turn: by convention time and
/// numbers on a level axis run from left to right in those languages as well.)
/// `first`: the column that stands first where not all have room; nothing: so that the selected one is in sight.
[[nodiscard]] MemoryGeometry lay_out(const MemoryChartData &data, QSizeF size, double pixel = 1.0,
                                     Qt::LayoutDirection direction = Qt::LeftToRight,
                                     std::optional<std::size_t> first = std::nullopt);

/// Parallel strokes at 45° that fill a rectangle and end at its edges (SVG has no clipping here). `period` is measured
/// across the strokes; strokes of neighbouring rectangles meet.
[[nodiscard]] std::vector<QLineF> hatch_lines(const QRectF &rect, double period);

/// Moves blocks (wished top, height) apart so that none overlap, keeping their order and as near as possible, within
/// [top, bottom] when they fit. Returns the tops.
[[nodiscard]] std::vector<double> spread(const std::vector<std::pair<double, double>> &blocks, double top, double bottom);

// Steps of lay_out(), in memory_labels.cpp, memory_beside.cpp and memory_mirror.cpp.
void place_labels(MemoryGeometry &geometry, const MemoryChartData &data);
void place_lines(MemoryGeometry &geometry, const MemoryChartData &data);
/// How wide a label with its value and share may be, whatever stands in it, so that no edit moves a column.
[[nodiscard]] double widest_label(const MemoryChartData &data);
[[nodiscard]] double room_beside(const MemoryChartData &data);
/// Of segments that have no label inside; `lines` are those that the labels keep clear of.
void place_beside(MemoryGeometry &geometry, PlacedColumn &column, const MemoryColumn &data, const Numbers &numbers,
                  const std::vector<double> &lines);
/// "8.2 GiB · 54 %"
[[nodiscard]] QString value_and_share(Bytes bytes, const MemoryColumn &column, const Numbers &numbers);
void mirror(MemoryGeometry &geometry);
/// Beside the lines where a column is cut; the second line goes on from the first.
[[nodiscard]] QStringList notes_on_cuts();

} // namespace plimsoll
