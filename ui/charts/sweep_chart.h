// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/charts/memory_geometry.h"
#include "ui/charts/sweep_data.h"

#include <QWidget>

namespace plimsoll {

/// Where the parts of a sweep stand, in logical pixels.
struct SweepGeometry {
    QSizeF size; ///< of the whole picture
    QRectF plot;
    AxisRange axis;                            ///< of one field
    std::vector<double> x;                     ///< of one field: the points', on a log scale
    std::vector<QRectF> cells;                 ///< of two fields, in the data's order
    std::vector<std::vector<QLineF>> contours; ///< of two fields: per line, between what fits and what does not
    std::vector<PlacedText> x_labels, y_labels;
    [[nodiscard]] double y_of(double units) const { return plot.bottom() - units / axis.top * plot.height(); }
    [[nodiscard]] std::optional<std::size_t> point_at(const SweepData &data, QPointF at) const;
};

[[nodiscard]] SweepGeometry lay_out(const SweepData &data, QSizeF size);
/// Where a value of the first field stands on the log scale of its axis; nothing outside of it.
[[nodiscard]] std::optional<double> x_of(const SweepGeometry &geometry, const SweepScale &scale, double value);

/// Memory over one field as a curve with its interval against the load lines, or over two as a heat map with a contour per
/// line. A click, or Enter at the cursor, takes that point as the plan.
class SweepChart : public QWidget {
    Q_OBJECT

public:
    explicit SweepChart(QWidget *parent = nullptr);

    void set_data(const SweepData &data);
    [[nodiscard]] const SweepData &data() const { return m_data; }
    [[nodiscard]] const SweepGeometry &layout_shown() const { return m_geometry; }
    [[nodiscard]] std::optional<std::size_t> cursor() const { return m_cursor; }
    /// What stands there is of an earlier plan.
    void set_stale(bool stale);
    [[nodiscard]] QSize minimumSizeHint() const override { return {240, 140}; }
    [[nodiscard]] QSize sizeHint() const override { return {640, 236}; }

signals:
    void point_chosen(std::size_t index);
    void cursor_moved(std::optional<std::size_t> index);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    void move_cursor(std::optional<std::size_t> index);
    void step(int x, int y);

    SweepData m_data;
    SweepGeometry m_geometry;
    std::optional<std::size_t> m_cursor;
    bool m_stale = false;
};

/// Colour of a cell whose need is this share of the answering line: paper for nothing, the weights' hue from 1 on.
[[nodiscard]] QColor sweep_fill(const Palette &colors, double share);

/// Draws a laid-out sweep.
void paint_sweep(QPainter &painter, const SweepGeometry &geometry, const SweepData &data, const Palette &colors,
                 std::optional<std::size_t> cursor);

} // namespace plimsoll
