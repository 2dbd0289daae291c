// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/charts/memory_data.h"
#include "ui/charts/memory_geometry.h"
#include "ui/charts/memory_plot.h"

#include <QWidget>

#include <memory>
#include <optional>

class QHBoxLayout;
class QKeyEvent;
class QLabel;
class QScrollBar;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace plimsoll {

class MemoryTableModel;
class ScenarioStrip;

/// Columns of memory against a line per card, with the list of scenarios under them. Foldable to the list with totals;
/// shows the same numbers as a table; shows a sentence where there is nothing to draw. Shows, and asks; changes nothing.
class MemoryChart : public QWidget {
    Q_OBJECT

public:
    explicit MemoryChart(QWidget *parent = nullptr);
    ~MemoryChart() override;

    void set_data(const MemoryChartData &data);
    [[nodiscard]] const MemoryChartData &data() const { return m_data; }
    /// The segment that breakdown, timeline and Why speak of.
    void select(const std::optional<MemorySpot> &spot);
    [[nodiscard]] const std::optional<MemorySpot> &selected() const { return m_marks.selected; }
    void set_folded(bool folded);
    [[nodiscard]] bool folded() const { return m_folded; }
    void set_table_shown(bool shown);
    /// What stands there instead of the chart while there are no columns.
    void set_empty_text(const QString &text);
    void rename_scenario(const QString &id);

    [[nodiscard]] const MemoryGeometry &layout_shown() { return lay_out_if_due(), m_geometry; }
    /// A choice of what is drawn, at the right of the caption.
    void add_beside_title(QWidget *widget);
    /// The same numbers for people who read them; made when first asked for.
    QTableView &table();
    /// The table's model, for a view elsewhere.
    [[nodiscard]] MemoryTableModel *table_model() const { return m_model; }
    [[nodiscard]] QWidget *plot_widget() const;
    /// Draws the columns, lines and labels (no header, no list) into `target`.
    void render_to(QPainter &painter, const QRectF &target, const Palette &colors);

signals:
    void spot_selected(const plimsoll::MemorySpot &spot);
    void spot_hovered(const std::optional<plimsoll::MemorySpot> &spot);
    /// Double click or Enter on a segment: show or hide its components.
    void expand_toggled(plimsoll::Group group);
    void scenario_chosen(const QString &id);
    void scenario_renamed(const QString &id, const QString &title);
    void scenario_moved(const QString &id, int place);
    void scenario_removed(const QString &id);
    void scenario_added();
    void scenario_menu(const QString &id, QPoint global);
    void folded_changed(bool folded);

protected:
    void changeEvent(QEvent *event) override;

private:
    void build();
    /// Before the next frame, once, however many things change by then.
    void lay_out_soon();
    void lay_out_if_due();
    void lay_out_now();
    void show_page();
    void scroll_to(int first);
    bool scroll_by(int notches);
    void show_scroll_bar();
    void update_header();
    void hover(QPointF point);
    void click(QPointF point);
    bool key(QKeyEvent &event);
    bool walk(int across, int up);
    void choose_spot(const MemorySpot &spot);

    MemoryChartData m_data;
    MemoryGeometry m_geometry;
    MemoryMarks m_marks;
    std::unique_ptr<MemoryPlot> m_plot;
    MemoryTableModel *m_model;
    QToolButton *m_fold;
    QLabel *m_title, *m_subtitle, *m_note, *m_empty;
    QStackedWidget *m_pages;
    QTableView *m_table = nullptr;
    QHBoxLayout *m_beside_title = nullptr;
    ScenarioStrip *m_strip, *m_compact;
    QScrollBar *m_scroll;
    std::optional<std::size_t> m_first; ///< column that somebody scrolled to; nothing: the selected one stays in sight
    bool m_folded = false, m_table_shown = false, m_layout_due = false;
};

} // namespace plimsoll
