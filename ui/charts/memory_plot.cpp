// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/memory_plot.h"

#include <QtCharts/QBarSet>
#include <QtCharts/QChart>
#include <QtCharts/QChartView>
#include <QtCharts/QStackedBarSeries>
#include <QtCharts/QValueAxis>

#include <QContextMenuEvent>
#include <QGraphicsLayout>
#include <QGraphicsScene>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPointer>
#include <QWheelEvent>

namespace plimsoll {

namespace {

/// Takes every event itself: QChartView 6.4 dereferences the item under a press without a check, and swallows the wheel.
class View : public QChartView {
public:
    View(QChart *chart, QWidget *parent, MemoryPlotEvents events) : QChartView(chart, parent), m_events(std::move(events))
    {
        setFrameShape(NoFrame);
        setFocusPolicy(Qt::StrongFocus);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setViewportUpdateMode(FullViewportUpdate);
        setRenderHint(QPainter::Antialiasing, false);
        setMouseTracking(true);
        viewport()->setMouseTracking(true);
    }

    MemoryGeometry geometry_shown;
    Palette colors;
    MemoryMarks marks;

protected:
    void drawBackground(QPainter *painter, const QRectF &rect) override
    {
        QChartView::drawBackground(painter, rect);
        paint_memory_grid(*painter, geometry_shown, colors);
    }
    void drawForeground(QPainter *painter, const QRectF &) override
    {
        paint_memory_overlay(*painter, geometry_shown, colors, marks);
    }
    void resizeEvent(QResizeEvent *event) override
    {
        QChartView::resizeEvent(event);
        if (m_events.resized) m_events.resized();
    }
    void showEvent(QShowEvent *event) override
    {
        QChartView::showEvent(event);
        if (m_events.resized) m_events.resized(); // what changed while nobody saw it was not laid out
    }
    void mousePressEvent(QMouseEvent *event) override
    {
        event->accept();
        if (event->button() == Qt::LeftButton && m_events.clicked) m_events.clicked(event->position());
    }
    void mouseReleaseEvent(QMouseEvent *event) override { event->accept(); }
    void mouseDoubleClickEvent(QMouseEvent *event) override
    {
        event->accept();
        if (event->button() == Qt::LeftButton && m_events.double_clicked) m_events.double_clicked(event->position());
    }
    void mouseMoveEvent(QMouseEvent *event) override
    {
        event->accept();
        if (m_events.moved) m_events.moved(event->position());
    }
    bool viewportEvent(QEvent *event) override
    {
        if (event->type() == QEvent::Leave && m_events.left) m_events.left();
        if (event->type() == QEvent::Paint && m_events.about_to_paint) m_events.about_to_paint();
        return QChartView::viewportEvent(event);
    }
    void wheelEvent(QWheelEvent *event) override
    {
        constexpr int notch = 120; // eighths of a degree
        const QPoint turned = event->angleDelta();
        const int notches = (turned.y() != 0 ? turned.y() : turned.x()) / notch;
        event->setAccepted(notches != 0 && m_events.wheel && m_events.wheel(notches));
    }
    void contextMenuEvent(QContextMenuEvent *event) override
    {
        if (m_events.menu) m_events.menu(event->pos(), event->globalPos());
    }
    void keyPressEvent(QKeyEvent *event) override
    {
        if (!m_events.key || !m_events.key(*event)) QWidget::keyPressEvent(event);
    }
    void focusInEvent(QFocusEvent *event) override
    {
        QChartView::focusInEvent(event);
        if (m_events.focus_changed) m_events.focus_changed();
    }
    void focusOutEvent(QFocusEvent *event) override
    {
        QChartView::focusOutEvent(event);
        if (m_events.focus_changed) m_events.focus_changed();
    }

private:
    MemoryPlotEvents m_events;
};

class ChartsPlot : public MemoryPlot {
public:
    ChartsPlot(QWidget *parent, MemoryPlotEvents events)
        : m_chart(new QChart), m_x(new QValueAxis), m_y(new QValueAxis), m_series(new QStackedBarSeries),
          m_view(new View(m_chart, parent, std::move(events)))
    {
        m_chart->legend()->hide();
        m_chart->setAnimationOptions(QChart::NoAnimation);
        m_chart->setDropShadowEnabled(false);
        m_chart->setBackgroundRoundness(0);
        m_chart->setMargins({});
        m_chart->layout()->setContentsMargins(0, 0, 0, 0);
        m_chart->setBackgroundVisible(false);
        for (std::size_t i = 0; i < component_count; ++i) {
            m_sets[i] = new QBarSet(QString::number(i));
            m_sets[i]->setPen(Qt::NoPen);
            m_series->append(m_sets[i]);
        }
        m_chart->addSeries(m_series);
        // A value axis below bars: categories of equal name would fall together, and columns need not fill the width.
        m_chart->addAxis(m_x, Qt::AlignBottom);
        m_chart->addAxis(m_y, Qt::AlignLeft);
        m_series->attachAxis(m_x);
        m_series->attachAxis(m_y);
        // Grid and labels are painted under and over the bars: the library lays them out one event later than those, and
        // measures every label as a rich text even where it shows none.
        for (auto *axis : {m_x, m_y}) axis->setVisible(false);
    }

    /// The view outlives nobody's handlers: it would still tell of lost focus while its window closes.
    ~ChartsPlot() override { delete m_view; }

    QWidget *widget() override { return m_view; }

    void show(const MemoryGeometry &g, const Palette &colors) override
    {
        const bool recolour = !m_coloured || m_view->colors.appearance != colors.appearance || m_expanded != expanded_in(g);
        m_view->geometry_shown = g;
        m_view->colors = colors;
        m_expanded = expanded_in(g);
        if (recolour) set_colours(colors);
        m_chart->setPlotArea(g.plot);
        m_chart->resize(g.size);
        m_y->setRange(0, g.axis.top);
        if (g.column_pitch > 0) {
            const double last = static_cast<double>(g.columns.size()) - 1;
            const double leftmost = g.mirrored ? g.first_center - last * g.column_pitch : g.first_center;
            m_x->setRange((g.plot.left() - leftmost) / g.column_pitch, (g.plot.right() - leftmost) / g.column_pitch);
            m_series->setBarWidth(g.column_width / g.column_pitch);
        }
        set_values(g);
        m_view->viewport()->update();
    }

    void mark(const MemoryMarks &marks) override
    {
        if (m_view->marks == marks) return;
        m_view->marks = marks;
        m_view->viewport()->update();
    }

    void render(QPainter &painter, const QRectF &target) override
    {
        // The scene, not the view: a view that was never shown doesn't know its size.
        const auto &g = m_view->geometry_shown;
        painter.fillRect(target, m_view->colors.paper);
        painter.save();
        painter.translate(target.topLeft());
        painter.scale(target.width() / g.size.width(), target.height() / g.size.height());
        paint_memory_grid(painter, g, m_view->colors);
        painter.restore();
        m_chart->scene()->render(&painter, target, QRectF({0, 0}, g.size), Qt::IgnoreAspectRatio);
        painter.save();
        painter.translate(target.topLeft());
        painter.scale(target.width() / g.size.width(), target.height() / g.size.height());
        paint_memory_overlay(painter, g, m_view->colors);
        painter.restore();
    }

private:
    static std::set<Group> expanded_in(const MemoryGeometry &g)
    {
        std::set<Group> out;
        for (const auto &column : g.columns)
            for (const auto &segment : column.segments)
                if (segment.spot.component) out.insert(segment.spot.group);
        return out;
    }

    void set_colours(const Palette &colors)
    {
        m_view->setBackgroundBrush(colors.paper);
        for (std::size_t i = 0; i < component_count; ++i) {
            const auto component = static_cast<Component>(i);
            const auto group = group_of(component);
            m_sets[i]->setBrush(fill_brush(colors, group, m_expanded.contains(group) ? std::optional(component) : std::nullopt));
        }
        m_coloured = true;
    }

    /// One list per set, whole: single values would lay the chart out once each. Values come from the edges on screen,
    /// so that bars and overlay agree on every pixel. Bars count from the left, columns from where reading begins.
    void set_values(const MemoryGeometry &g)
    {
        std::array<QList<qreal>, component_count> values;
        for (auto &list : values) list.fill(0, static_cast<qsizetype>(g.columns.size()));
        for (std::size_t c = 0; c < g.columns.size(); ++c) {
            const auto bar = static_cast<qsizetype>(g.mirrored ? g.columns.size() - 1 - c : c);
            for (const auto &segment : g.columns[c].segments) {
                if (segment.above_break) continue;
                const auto component = segment.spot.component.value_or(components_of(segment.spot.group).front());
                values[static_cast<std::size_t>(component)][bar] = segment.rect.height() / g.plot.height() * g.axis.top;
            }
        }
        for (std::size_t i = 0; i < component_count; ++i) {
            if (values[i] == m_values[i]) continue;
            m_sets[i]->remove(0, m_sets[i]->count());
            m_sets[i]->append(values[i]);
            m_values[i] = values[i];
        }
    }

    QChart *m_chart;
    QValueAxis *m_x, *m_y;
    QStackedBarSeries *m_series;
    std::array<QBarSet *, component_count> m_sets{};
    std::array<QList<qreal>, component_count> m_values;
    std::set<Group> m_expanded;
    bool m_coloured = false;
    QPointer<View> m_view;
};

} // namespace

std::unique_ptr<MemoryPlot> make_memory_plot(QWidget *parent, MemoryPlotEvents events)
{
    return std::make_unique<ChartsPlot>(parent, std::move(events));
}

} // namespace plimsoll
