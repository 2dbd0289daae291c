// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/memory_chart.h"
#include "ui/charts/memory_table.h"
#include "ui/charts/scenario_strip.h"
#include "ui/charts/upright_table.h"
#include "ui/document/text.h"
#include "ui/theme/elided_label.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QBoxLayout>
#include <QEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace plimsoll {

MemoryChart::MemoryChart(QWidget *parent)
    : QWidget(parent), m_model(new MemoryTableModel(this)), m_fold(new QToolButton), m_title(new QLabel),
      m_subtitle(new ElidedLabel), m_note(new ElidedLabel), m_empty(new QLabel), m_pages(new QStackedWidget),
      m_strip(new ScenarioStrip), m_compact(new ScenarioStrip), m_scroll(new QScrollBar(Qt::Horizontal))
{
    MemoryPlotEvents events;
    events.resized = [this] { lay_out_soon(); };
    events.about_to_paint = [this] { lay_out_if_due(); };
    events.moved = [this](QPointF point) { hover(point); };
    events.left = [this] { hover({-1, -1}); };
    events.clicked = [this](QPointF point) { click(point); };
    events.double_clicked = [this](QPointF point) {
        if (const auto spot = m_geometry.spot_at(point)) emit expand_toggled(spot->group);
    };
    events.menu = [this](QPointF point, QPoint global) {
        if (const auto *column = m_geometry.column_at(point)) emit scenario_menu(column->id, global);
    };
    events.key = [this](QKeyEvent &event) { return key(event); };
    events.focus_changed = [this] {
        m_marks.focus = m_plot->widget()->hasFocus();
        m_plot->mark(m_marks);
    };
    events.wheel = [this](int notches) { return scroll_by(notches); };
    m_plot = make_memory_plot(nullptr, std::move(events));
    build();
    set_empty_text(tr("No scenario yet."));
    update_header();
    show_page();
}

MemoryChart::~MemoryChart() = default;

QWidget *MemoryChart::plot_widget() const { return m_plot->widget(); }

void MemoryChart::build()
{
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    m_fold->setAutoRaise(true);
    m_fold->setFixedSize(20, 20);
    m_fold->setFocusPolicy(Qt::StrongFocus);
    connect(m_fold, &QToolButton::clicked, this, [this] { set_folded(!m_folded); });
    m_title->setText(tr("Memory"));
    m_title->setFont(ui_font(TextSize::caption, true));
    m_subtitle->setForegroundRole(QPalette::PlaceholderText);
    m_subtitle->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred); // it says the unit: the note gives way
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(24);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    m_pages->addWidget(m_plot->widget());
    m_pages->addWidget(m_empty);
    m_compact->set_compact(true);
    m_compact->hide();

    auto *header = new QHBoxLayout;
    header->setContentsMargins(12, 4, 12, 4);
    header->setSpacing(4);
    for (auto *widget : {static_cast<QWidget *>(m_fold), static_cast<QWidget *>(m_title), static_cast<QWidget *>(m_subtitle)})
        header->addWidget(widget);
    header->addLayout(m_beside_title = new QHBoxLayout);
    header->addStretch(1);
    header->addSpacing(8);
    header->addWidget(m_note);
    header->addWidget(m_compact, 100);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 8);
    column->setSpacing(0);
    column->addLayout(header);
    column->addWidget(m_pages, 1);
    column->addWidget(m_strip);
    m_scroll->setAccessibleName(tr("Scenarios that are in sight"));
    m_scroll->setFocusPolicy(Qt::NoFocus); // arrow keys choose scenarios, and what is chosen comes into sight
    m_scroll->hide();
    column->addWidget(m_scroll);
    connect(m_scroll, &QScrollBar::valueChanged, this, &MemoryChart::scroll_to);
    m_strip->set_wheel([this](int notches) { return scroll_by(notches); });
    for (auto *strip : {m_strip, m_compact}) {
        connect(strip, &ScenarioStrip::chosen, this, &MemoryChart::scenario_chosen);
        connect(strip, &ScenarioStrip::renamed, this, &MemoryChart::scenario_renamed);
        connect(strip, &ScenarioStrip::moved, this, &MemoryChart::scenario_moved);
        connect(strip, &ScenarioStrip::remove_requested, this, &MemoryChart::scenario_removed);
        connect(strip, &ScenarioStrip::add_requested, this, &MemoryChart::scenario_added);
        connect(strip, &ScenarioStrip::menu_requested, this, &MemoryChart::scenario_menu);
    }
}

void MemoryChart::add_beside_title(QWidget *widget)
{
    m_beside_title->addWidget(widget);
    setTabOrder(m_fold, widget);
}

QTableView &MemoryChart::table()
{
    if (m_table) return *m_table;
    m_table = upright_table(m_model, tr("Memory by scenario and group"));
    m_pages->addWidget(m_table);
    return *m_table;
}

void MemoryChart::set_data(const MemoryChartData &data)
{
    if (data == m_data && !m_geometry.ticks.empty()) return;
    const auto selected = [](const MemoryChartData &one) {
        return std::ranges::find_if(one.columns, &MemoryColumn::selected) - one.columns.begin();
    };
    if (selected(data) != selected(m_data) || data.columns.size() != m_data.columns.size()) m_first.reset();
    m_data = data;
    m_model->set_data(data);
    std::vector<ScenarioItem> items;
    for (const auto &column : data.columns)
        items.push_back({qt(column.id), qt(column.title),
                         column.problem.empty() ? data.numbers.brief(column.total) : QStringLiteral("?"), column.selected,
                         column.baseline, column.part});
    m_strip->set_items(items);
    m_compact->set_items(items);
    update_header();
    show_page();
    lay_out_soon();
}

void MemoryChart::update_header()
{
    m_fold->setIcon(icon(m_folded ? Icon::chevron_right : Icon::chevron_down));
    m_fold->setToolTip(m_folded ? tr("Unfold the memory chart") : tr("Fold the memory chart"));
    m_fold->setAccessibleName(m_fold->toolTip());
    m_subtitle->setText(m_folded ? m_data.numbers.unit_name() : tr("on the device, %1").arg(m_data.numbers.unit_name()));
    QStringList notes;
    const auto baseline = std::ranges::find_if(m_data.columns, &MemoryColumn::baseline);
    constexpr int room_for_name = 160; // whole under its column
    if (baseline != m_data.columns.end())
        notes << tr("baseline: %1").arg(m_note->fontMetrics().elidedText(qt(baseline->title), Qt::ElideRight, room_for_name));
    if (std::ranges::any_of(m_data.columns, [](const MemoryColumn &column) { return column.claim.has_value(); }))
        notes << tr("outlined: taken by the engine");
    if (m_data.show_rule_of_thumb) notes << tr("dashed: rule of thumb");
    if (const QString whiskers = m_table_shown ? QString() : whisker_note(m_data); !whiskers.isEmpty()) notes << whiskers;
    m_note->setText(notes.join(QStringLiteral(" · ")));
    m_note->setVisible(!m_folded);
    auto *plot = m_plot->widget();
    plot->setAccessibleName(tr("Memory chart"));
    plot->setAccessibleDescription(sentence_of(m_data));
}

void MemoryChart::show_page()
{
    m_pages->setCurrentWidget(m_data.columns.empty() ? m_empty : m_table_shown ? &table() : m_plot->widget());
    m_pages->setVisible(!m_folded);
    m_strip->setVisible(!m_folded && !m_data.columns.empty());
    m_compact->setVisible(m_folded);
    if (m_folded || m_table_shown) m_scroll->hide();
    setSizePolicy(QSizePolicy::Expanding, m_folded ? QSizePolicy::Fixed : QSizePolicy::Expanding);
}

void MemoryChart::lay_out_soon()
{
    if (std::exchange(m_layout_due, true)) return;
    QMetaObject::invokeMethod(this, &MemoryChart::lay_out_if_due, Qt::QueuedConnection);
}

void MemoryChart::lay_out_if_due()
{
    if (m_layout_due) lay_out_now();
}

void MemoryChart::lay_out_now()
{
    m_layout_due = false;
    auto *widget = m_plot->widget();
    if (!widget->isVisible()) return; // it asks again when it is shown
    m_geometry = lay_out(m_data, widget->size(), 1.0 / widget->devicePixelRatioF(), layoutDirection(), m_first);
    m_plot->show(m_geometry, palette_matching(palette()));
    std::vector<std::pair<double, double>> under;
    const double width = std::min(m_geometry.column_width + 8, m_geometry.column_pitch);
    for (const auto &column : m_geometry.columns) under.emplace_back(column.box.center().x(), width);
    m_strip->align_to(m_geometry.first_column, under);
    show_scroll_bar();
}

void MemoryChart::scroll_to(int first)
{
    m_first = static_cast<std::size_t>(std::max(first, 0));
    lay_out_soon();
}

/// One column a notch; false where all are in sight.
bool MemoryChart::scroll_by(int notches)
{
    if (m_geometry.hidden_columns == 0) return false;
    const int most = static_cast<int>(m_geometry.hidden_columns);
    scroll_to(std::clamp(static_cast<int>(m_geometry.first_column) - notches, 0, most));
    return true;
}

void MemoryChart::show_scroll_bar()
{
    const QSignalBlocker silent(m_scroll);
    m_scroll->setRange(0, static_cast<int>(m_geometry.hidden_columns));
    m_scroll->setPageStep(static_cast<int>(m_geometry.columns.size()));
    m_scroll->setValue(static_cast<int>(m_geometry.first_column));
    m_scroll->setVisible(m_geometry.hidden_columns > 0 && !m_folded && !m_table_shown);
}

void MemoryChart::select(const std::optional<MemorySpot> &spot)
{
    m_marks.selected = spot;
    m_plot->mark(m_marks);
}

void MemoryChart::set_folded(bool folded)
{
    if (folded == m_folded) return;
    m_folded = folded;
    update_header();
    show_page();
    emit folded_changed(folded);
}

void MemoryChart::set_table_shown(bool shown)
{
    m_table_shown = shown;
    update_header();
    // Not with every change: measuring all cells costs as much as drawing the chart.
    show_page();
}

void MemoryChart::set_empty_text(const QString &text) { m_empty->setText(text); }

void MemoryChart::rename_scenario(const QString &id) { (m_folded ? m_compact : m_strip)->rename(id); }

void MemoryChart::render_to(QPainter &painter, const QRectF &target, const Palette &colors)
{
    m_geometry = lay_out(m_data, target.size(), 0.5, layoutDirection());
    m_plot->show(m_geometry, colors);
    m_plot->render(painter, target);
}

void MemoryChart::hover(QPointF point)
{
    const auto spot = m_geometry.spot_at(point);
    if (spot == m_marks.hovered) return;
    m_marks.hovered = spot;
    m_plot->mark(m_marks);
    const auto column = std::ranges::find(m_data.columns, spot ? utf8(spot->column) : std::string(), &MemoryColumn::id);
    if (spot && column != m_data.columns.end()) {
        const auto bytes = bytes_of(*column, *spot);
        const auto &n = m_data.numbers;
        const auto text = tr("%1: %2 %3, %4 % of %5 (%6)")
                              .arg(title_of(*spot), n.table(bytes), n.unit_name(), n.percent(bytes, column->total),
                                   qt(column->title), n.exact(bytes));
        QToolTip::showText(m_plot->widget()->mapToGlobal(point.toPoint()), text, m_plot->widget());
    } else {
        QToolTip::hideText();
    }
    emit spot_hovered(spot);
}

void MemoryChart::choose_spot(const MemorySpot &spot)
{
    select(spot);
    emit spot_selected(spot);
}

void MemoryChart::click(QPointF point)
{
    const auto *column = m_geometry.column_at(point);
    if (!column) return;
    const auto id = column->id;
    const auto spot = m_geometry.spot_at(point);
    const auto shown = std::ranges::find(m_data.columns, utf8(id), &MemoryColumn::id);
    if (shown != m_data.columns.end() && !shown->selected) emit scenario_chosen(id);
    if (spot) choose_spot(*spot);
}

bool MemoryChart::key(QKeyEvent &event)
{
    const bool mirrored = layoutDirection() == Qt::RightToLeft;
    switch (event.key()) {
    case Qt::Key_Left: return walk(mirrored ? 1 : -1, 0);
    case Qt::Key_Right: return walk(mirrored ? -1 : 1, 0);
    case Qt::Key_Up: return walk(0, 1);
    case Qt::Key_Down: return walk(0, -1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_marks.selected) emit expand_toggled(m_marks.selected->group);
        return m_marks.selected.has_value();
    default: return false;
    }
}

bool MemoryChart::walk(int across, int up)
{
    if (m_geometry.columns.empty()) return false;
    const auto &columns = m_geometry.columns;
    auto column = std::ranges::find(columns, m_marks.selected ? m_marks.selected->column : QString(), &PlacedColumn::id);
    if (column == columns.end()) {
        const auto chosen = std::ranges::find_if(m_data.columns, &MemoryColumn::selected);
        column =
            std::ranges::find(columns, chosen == m_data.columns.end() ? columns.front().id : qt(chosen->id), &PlacedColumn::id);
        if (column == columns.end()) column = columns.begin();
        across = up = 0;
    }
    const auto next =
        std::clamp<std::ptrdiff_t>(column - columns.begin() + across, 0, static_cast<std::ptrdiff_t>(columns.size()) - 1);
    const auto &target = columns[static_cast<std::size_t>(next)];
    if (target.segments.empty()) return true;
    std::size_t place = 0;
    for (std::size_t i = 0; i < target.segments.size(); ++i)
        if (m_marks.selected && target.segments[i].spot.group <= m_marks.selected->group &&
            (target.segments[i].spot.group < m_marks.selected->group ||
             target.segments[i].spot.component <= m_marks.selected->component))
            place = i;
    const auto moved = std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(place) + up, 0,
                                                  static_cast<std::ptrdiff_t>(target.segments.size()) - 1);
    auto spot = target.segments[static_cast<std::size_t>(moved)].spot;
    if (across != 0) emit scenario_chosen(spot.column);
    choose_spot(spot);
    return true;
}

void MemoryChart::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange ||
        event->type() == QEvent::LayoutDirectionChange)
        lay_out_soon();
    if (event->type() == QEvent::LanguageChange) update_header();
}

} // namespace plimsoll
