// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/charts/paint.h"

#include <functional>
#include <memory>

class QKeyEvent;
class QPoint;
class QWidget;

namespace plimsoll {

/// What the plot tells; any may be empty.
struct MemoryPlotEvents {
    std::function<void()> resized; ///< or shown
    std::function<void()> about_to_paint;
    std::function<void(QPointF)> moved; ///< of the mouse
    std::function<void()> left;
    std::function<void(QPointF)> clicked;
    std::function<void(QPointF)> double_clicked;
    std::function<void(QPointF, QPoint global)> menu;
    std::function<bool(QKeyEvent &)> key; ///< true: taken
    std::function<void()> focus_changed;
    std::function<bool(int notches)> wheel; ///< away from the person is positive; true: taken
};

/// Draws a laid-out chart. The only thing that knows the charting library; another library is another subclass.
class MemoryPlot {
public:
    virtual ~MemoryPlot() = default;
    /// The widget that shows it; owned by its parent.
    [[nodiscard]] virtual QWidget *widget() = 0;
    virtual void show(const MemoryGeometry &geometry, const Palette &colors) = 0;
    virtual void mark(const MemoryMarks &marks) = 0;
    /// Draws it to `target` of any painter (picture, SVG, PDF).
    virtual void render(QPainter &painter, const QRectF &target) = 0;
};

/// Stacked bars and grid by Qt Charts, the rest painted over them.
[[nodiscard]] std::unique_ptr<MemoryPlot> make_memory_plot(QWidget *parent, MemoryPlotEvents events);

} // namespace plimsoll
