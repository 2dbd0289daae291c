// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/places.h"
#include "ui/charts/timeline/timeline_canvas.h"
#include "ui/charts/timeline/timeline_chart.h"
#include "ui/charts/upright_table.h"

#include <QLabel>
#include <QTableView>

#include <algorithm>

namespace plimsoll {

namespace {

constexpr int timeline_chart_fixed_columns = 3;

/// "layer 28 and the loss": the phases in view, the first and last by their layer where they are cut.
QString part_in_words(const TimelineData &data, const TimelineGeometry &g)
{
    QStringList parts;
    for (const auto &phase : g.phases) {
        const auto from = g.first_index + static_cast<std::size_t>(g.first);
        const auto to = g.first_index + static_cast<std::size_t>(std::max(g.last - 0.001, 0.0));
        const auto first = std::max(phase.run.first, from), last = std::min(phase.run.last - 1, to);
        if (last < first || last >= data.points->size()) continue;
        const int a = (*data.points)[first].layer, b = (*data.points)[last].layer;
        const auto title = window_text::title_of(phase.run);
        const int layer = step::tower_layer(a).value_or(a);
        if (layer >= 0 && a == b)
            parts << TimelineChart::tr("%1 of layer %2").arg(title).arg(layer + 1);
        else
            parts << title;
    }
    parts.removeDuplicates();
    return parts.join(QStringLiteral(", "));
}

/// Where a phase is largest: its layer, or its operation. The phase itself is the title beside it.
QString place_of(const TimelinePoint &point)
{
    if (point.layer >= 0) return TimelineTableModel::tr("layer %1").arg(point.layer + 1);
    if (const auto layer = step::tower_layer(point.layer)) return TimelineTableModel::tr("layer %1").arg(*layer + 1);
    return point.label.empty() ? QString(QChar(0x2013)) : QString::fromStdString(point.title());
}

} // namespace

void TimelineTableModel::set_data(const TimelineData &data)
{
    beginResetModel();
    m_data = data;
    m_runs = phase_runs(data);
    endResetModel();
}

int TimelineTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_runs.size());
}

int TimelineTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : timeline_chart_fixed_columns + static_cast<int>(group_count) + (m_data.engine.empty() ? 0 : 1);
}

QVariant TimelineTableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const auto &run = m_runs[static_cast<std::size_t>(index.row())];
    const auto &point = (*m_data.points)[run.peak];
    if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (index.column() == 0)
        return role == Qt::DisplayRole ? m_data.numbers.count(static_cast<Count>(run.last - run.first)) : QVariant();
    if (index.column() == 2) return role == Qt::DisplayRole || role == Qt::ToolTipRole ? place_of(point) : QVariant();
    Bytes bytes = point.allocated;
    if (index.column() == timeline_chart_fixed_columns + static_cast<int>(group_count)) {
        const EngineSpan *const span = engine_in(m_data, run.phase);
        bytes = span != nullptr ? span->to - span->from : 0;
    } else if (index.column() >= timeline_chart_fixed_columns) {
        bytes = 0;
        for (const auto component : components_of(static_cast<Group>(index.column() - timeline_chart_fixed_columns)))
            bytes += point.components[static_cast<std::size_t>(component)];
    }
    switch (role) {
    case Qt::DisplayRole: return m_data.numbers.table(bytes);
    case Qt::ToolTipRole: return m_data.numbers.exact(bytes);
    case Qt::UserRole: return QVariant::fromValue<qlonglong>(bytes);
    default: return {};
    }
}

QVariant TimelineTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole || section < 0) return {};
    if (orientation == Qt::Vertical)
        return static_cast<std::size_t>(section) < m_runs.size()
                   ? window_text::title_of(m_runs[static_cast<std::size_t>(section)])
                   : QVariant();
    if (section == 0) return tr("Operations");
    if (section == 1) return tr("Allocated, %1").arg(m_data.numbers.unit_name());
    if (section == 2) return tr("Largest at");
    if (section == timeline_chart_fixed_columns + static_cast<int>(group_count) && section < columnCount()) return tr("Engine");
    return section < columnCount() ? QVariant(title_of(static_cast<Group>(section - timeline_chart_fixed_columns))) : QVariant();
}

TimelineChart::TimelineChart(QWidget *parent)
    : QStackedWidget(parent), m_canvas(new TimelineCanvas), m_model(new TimelineTableModel(this)),
      m_table(upright_table(m_model, tr("Memory by phase and group"))), m_empty(new QLabel(tr("No timeline yet.")))
{
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    m_canvas->setAccessibleName(tr("Timeline of one step"));
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(24);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    addWidget(m_canvas);
    addWidget(m_table);
    addWidget(m_empty);
    connect(m_canvas, &TimelineCanvas::cursor_moved, this, &TimelineChart::cursor_moved);
    connect(m_canvas, &TimelineCanvas::group_clicked, this, &TimelineChart::group_selected);
    connect(m_canvas, &TimelineCanvas::view_changed, this,
            [this] { emit part_changed(m_canvas->zoomed() ? part_in_words(m_data, m_canvas->layout_shown()) : QString()); });
    show_page();
}

void TimelineChart::set_data(const TimelineData &timeline)
{
    if (timeline == m_data) return;
    m_data = timeline;
    m_canvas->set_data(timeline);
    if (m_table_shown) m_model->set_data(timeline);
    m_canvas->setAccessibleDescription(sentence_of(timeline));
    show_page();
}

void TimelineChart::set_empty_text(const QString &text) { m_empty->setText(text); }

void TimelineChart::set_table_shown(bool shown)
{
    m_table_shown = shown;
    if (shown) m_model->set_data(m_data);
    show_page();
}

void TimelineChart::show_page() { setCurrentIndex(!m_data.points || m_data.points->empty() ? 2 : m_table_shown ? 1 : 0); }

void TimelineChart::select(const std::optional<Group> &group) { m_canvas->set_selected(group); }
void TimelineChart::set_cursor(std::optional<std::size_t> index) { m_canvas->set_cursor(index); }
void TimelineChart::show_part(double first, double last) { m_canvas->set_view({first, last}); }
void TimelineChart::show_whole() { m_canvas->set_view({}); }

} // namespace plimsoll
