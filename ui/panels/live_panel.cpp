// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/text.h"
#include "ui/panels/live_panel.h"
#include "ui/panels/live_words.h"
#include "ui/theme/device_pixels.h"
#include "ui/theme/palette.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace plimsoll {
namespace {

template <class T, class Write>
QString written(const Reading<T> &reading, Write write)
{
    return reading ? write(*reading) : QStringLiteral("–");
}

Reading<Bytes> held_by_largest(const LiveGpu &one)
{
    if (const LiveProcess *process = largest_process(one)) return process->used;
    return Reading<Bytes>::missing(one.processes_reason);
}

Reading<Bytes> held_by_others(const LiveGpu &one)
{
    const LiveProcess *process = largest_process(one);
    return process && one.used ? Reading<Bytes>::of(std::max<Bytes>(0, *one.used - *process->used)) : one.used;
}

/// Who it is, or why a cell is a dash.
QString tip_at(const LiveGpu &one, int column)
{
    switch (column) {
    case LiveModel::name: return one.name ? qt(*one.name) : qt(one.name.reason);
    case LiveModel::total: return qt(one.total.reason);
    case LiveModel::process: {
        const QString who = process_title(one);
        return who.isEmpty() ? qt(one.processes_reason) : LiveModel::tr("%1 holds the most.").arg(who);
    }
    case LiveModel::others:
        return one.used ? LiveModel::tr("All other processes, and what the driver keeps.") : qt(one.used.reason);
    case LiveModel::free_: return qt(one.free.reason);
    case LiveModel::utilisation: return qt(one.utilisation.reason);
    case LiveModel::temperature: return qt(one.temperature.reason);
    case LiveModel::power: return qt(one.power.reason);
    default: return {};
    }
}

QString text_at(const LiveGpu &one, int column, const Numbers &numbers)
{
    const auto bytes = [&](Bytes value) { return numbers.table(value); };
    switch (column) {
    case LiveModel::gpu: return qt(one.label());
    case LiveModel::name: return written(one.name, [](const std::string &value) { return qt(value); });
    case LiveModel::total: return written(one.total, bytes);
    case LiveModel::process: return written(held_by_largest(one), bytes);
    case LiveModel::others: return written(held_by_others(one), bytes);
    case LiveModel::free_: return written(one.free, bytes);
    case LiveModel::utilisation: return written(one.utilisation, [](int value) { return QStringLiteral("%1 %").arg(value); });
    case LiveModel::temperature: return written(one.temperature, [](int value) { return QStringLiteral("%1 °C").arg(value); });
    default: return written(one.power, [](int value) { return QStringLiteral("%1 W").arg(value / 1000); });
    }
}

QString looked_for_text(const LiveSnapshot &snapshot)
{
    QString out;
    for (const std::string &line : snapshot.looked_for) out += QStringLiteral("\n· ") + qt(line);
    return out;
}

} // namespace

void LiveModel::set_snapshot(const LiveSnapshot &snapshot, const Numbers &numbers)
{
    const bool same = snapshot.gpus.size() == m_snapshot.gpus.size();
    if (!same) beginResetModel();
    m_snapshot = snapshot;
    m_numbers = numbers;
    if (!same) return endResetModel();
    if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, column_count - 1));
}

int LiveModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_snapshot.gpus.size());
}

int LiveModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : static_cast<int>(column_count); }

QVariant LiveModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid()) return {};
    const LiveGpu &one = m_snapshot.gpus[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole: return text_at(one, index.column(), m_numbers);
    case Qt::TextAlignmentRole: return int((index.column() <= name ? Qt::AlignLeading : Qt::AlignTrailing) | Qt::AlignVCenter);
    case Qt::ToolTipRole: return tip_at(one, index.column());
    default: return {};
    }
}

QVariant LiveModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) return int((section <= name ? Qt::AlignLeading : Qt::AlignTrailing) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    const QString unit = m_numbers.unit_name();
    const QStringList titles{tr("GPU"),  tr("Name"), tr("Total, %1").arg(unit), tr("Process"), tr("Others"),
                             tr("Free"), tr("Load"), tr("Temperature"),         tr("Power")};
    return titles.value(section);
}

LivePanel::LivePanel(QWidget *parent) : QWidget(parent)
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(12, 0, 0, 0);
    column->setSpacing(0);
    m_message.setWordWrap(true);
    m_message.setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_message.setAlignment(Qt::AlignTop | Qt::AlignLeading);
    auto *table = new QHBoxLayout;
    table->setContentsMargins(0, 0, 8, 0);
    table->addWidget(&m_view);
    column->addLayout(table);
    column->addWidget(&m_pages, 1);
    auto *row = new QHBoxLayout;
    row->setContentsMargins(4, 6, 12, 10);
    row->setSpacing(12);
    row->addWidget(&m_message, 1, Qt::AlignTop);
    row->addWidget(&m_replay, 0, Qt::AlignTop);
    column->addLayout(row);
    column->addStretch();
    connect(&m_replay, &QPushButton::clicked, this, &LivePanel::replay_asked);
    set_replayed({});
    m_view.hide();
    m_pages.hide();
    m_message.setText(tr("Not read yet."));
    setAccessibleName(tr("Live"));
}

void LivePanel::build_view()
{
    m_view.setModel(&m_model);
    m_view.setFrameShape(QFrame::NoFrame);
    m_view.setShowGrid(false);
    m_view.setTabKeyNavigation(false);
    m_view.setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view.setSelectionMode(QAbstractItemView::SingleSelection);
    m_view.verticalHeader()->hide();
    m_view.verticalHeader()->setDefaultSectionSize(24);
    m_view.horizontalHeader()->setMinimumSectionSize(52); // figures that stand apart
    m_view.horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_view.horizontalHeader()->setSectionResizeMode(LiveModel::name, QHeaderView::Stretch);
    m_view.horizontalHeader()->setHighlightSections(false);
    m_view.setAccessibleName(tr("GPUs of this machine"));
    connect(m_view.selectionModel(), &QItemSelectionModel::currentRowChanged, this, &LivePanel::show_chart);
}

LiveChart &LivePanel::chart()
{
    if (m_chart) return *m_chart;
    m_chart = new LiveChart(&m_pages);
    m_pages.addWidget(m_chart);
    return *m_chart;
}

void LivePanel::build_history()
{
    m_history_view = new QTableView(&m_pages);
    m_history_view->setModel(&m_history_model);
    m_history_view->setAccessibleName(tr("Readings of the last five minutes"));
    m_history_view->setFrameShape(QFrame::NoFrame);
    m_history_view->setShowGrid(false);
    m_history_view->setTabKeyNavigation(false);
    m_history_view->verticalHeader()->hide();
    m_history_view->verticalHeader()->setDefaultSectionSize(24);
    m_history_view->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_pages.addWidget(m_history_view);
}

void LivePanel::show_readings(const std::optional<LiveSnapshot> &snapshot, const Numbers &numbers,
                              const std::function<QString(const LiveGpu &)> &fits_now)
{
    if (!snapshot) return;
    if (!m_view.model()) build_view();
    m_snapshot = snapshot;
    m_numbers = numbers;
    m_model.set_snapshot(*snapshot, numbers);
    const bool any = !snapshot->gpus.empty();
    m_fits_now.clear();
    for (const LiveGpu &one : snapshot->gpus) m_fits_now.push_back(fits_now ? fits_now(one) : QString());
    m_view.setVisible(any);
    m_pages.setVisible(any);
    constexpr int most_rows = 4;
    const int rows = std::min(m_model.rowCount(), most_rows);
    m_view.setFixedHeight(m_view.horizontalHeader()->sizeHint().height() + rows * m_view.verticalHeader()->defaultSectionSize());
    arrange_columns();
    if (any && !m_view.currentIndex().isValid()) m_view.setCurrentIndex(m_model.index(0, 0));
    show_message();
    show_chart();
}

/// Nothing scrolls sideways: what is not memory gives way to it.
void LivePanel::arrange_columns()
{
    if (!m_view.model()) return;
    const QHeaderView &header = *m_view.horizontalHeader();
    constexpr int shortest_name = 80, padding = 12;
    const auto width_of = [&](int column) {
        int width = std::max(header.sectionSizeHint(column), header.minimumSectionSize());
        for (int row = 0; row < m_model.rowCount(); ++row)
            width =
                std::max(width, m_view.fontMetrics().horizontalAdvance(m_model.index(row, column).data().toString()) + padding);
        return width;
    };
    int taken = shortest_name;
    for (int column = 0; column < LiveModel::column_count; ++column)
        if (column != LiveModel::name) taken += width_of(column);
    for (const int column : {LiveModel::power, LiveModel::temperature, LiveModel::utilisation}) {
        const int width = width_of(column);
        const bool hidden = taken > m_view.viewport()->width();
        m_view.setColumnHidden(column, hidden);
        if (hidden) taken -= width;
    }
}

void LivePanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange_columns();
    if (m_snapshot) show_message();
}

void LivePanel::show_history(const LiveHistory &history, const std::shared_ptr<const Estimate> &estimate)
{
    m_history = history;
    m_estimate = estimate;
    if (!m_snapshot) return;
    show_message();
    show_chart();
}

/// What is least missed goes into the tip where the words would take the chart's room.
void LivePanel::show_message()
{
    const QString all = words(true), less = words(false);
    m_message.setText(all);
    const bool tall = m_message.heightForWidth(std::max(m_message.width(), 120)) > height() / 4;
    if (tall && all != less) m_message.setText(less);
    m_message.setToolTip(tall && all != less ? all : QString());
    m_message.setAccessibleName(all);
}

QString LivePanel::words(bool growth) const
{
    if (m_snapshot->gpus.empty())
        return m_replayed.isEmpty() ? tr("No GPU was found on this machine.") + looked_for_text(*m_snapshot)
                                    : tr("No GPU was found when %1 was recorded.").arg(m_replayed);
    QStringList lines;
    if (!m_replayed.isEmpty()) lines << tr("Replaying %1: readings of another time, perhaps of another machine.").arg(m_replayed);
    for (std::size_t i = 0; i < m_snapshot->gpus.size(); ++i) {
        const LiveGpu &one = m_snapshot->gpus[i];
        QStringList sentences{m_estimate ? drift_text(one, *m_estimate, m_numbers) : QString(), full_text(one), m_fits_now[i],
                              m_estimate && growth ? growth_text(one, *m_estimate, m_numbers) : QString()};
        sentences.removeAll(QString());
        if (!sentences.isEmpty()) lines << tr("GPU %1: %2").arg(qt(one.label()), sentences.join(QLatin1Char(' ')));
    }
    return lines.join(QLatin1Char('\n'));
}

const LiveGpu *LivePanel::shown_gpu() const
{
    if (!m_snapshot || m_snapshot->gpus.empty()) return nullptr;
    const auto row = static_cast<std::size_t>(std::max(0, m_view.currentIndex().row()));
    return &m_snapshot->gpus[std::min(row, m_snapshot->gpus.size() - 1)];
}

QString LivePanel::note() const
{
    const LiveGpu *one = shown_gpu();
    return one ? tr("GPU %1, %2, last five minutes").arg(qt(one->label()), m_numbers.unit_name()) : QString();
}

void LivePanel::show_chart()
{
    if (!isVisible()) return; // nobody looks: the next show brings it up to date
    emit note_changed();
    const LiveGpu *one = shown_gpu();
    if (!one) return;
    LiveChartData shown;
    shown.gpu = tr("GPU %1").arg(qt(one->label()));
    shown.process = process_title(*one);
    shown.points = m_history.of(one->label());
    shown.total = one->total.value;
    if (m_estimate && m_estimate->shown().peak.device > 0) shown.plan_peak = m_estimate->shown().peak.device;
    shown.numbers = m_numbers;
    chart().set_data(shown);
    if (m_table_shown) {
        if (!m_history_view) build_history();
        m_history_model.set_data(shown);
    }
    m_pages.setCurrentWidget(m_table_shown ? static_cast<QWidget *>(m_history_view) : m_chart);
}

void LivePanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    show_chart();
}

void LivePanel::set_table_shown(bool shown)
{
    m_table_shown = shown;
    show_chart();
}

void LivePanel::set_replayed(const QString &name)
{
    m_replayed = name;
    m_replay.setText(name.isEmpty() ? tr("Replay a recording…") : tr("Back to this machine"));
    m_replay.setToolTip(tr("Recordings are written by: plimsoll watch --format json"));
    m_replay.setAccessibleName(m_replay.text());
}

GpuCorner::GpuCorner(QWidget *parent) : QToolButton(parent)
{
    setText(tr("GPU"));
    setToolTip(tr("Looking for GPUs on this machine"));
    setAccessibleName(tr("GPU of this machine"));
    setFocusPolicy(Qt::StrongFocus);
    setAutoRaise(true);
}

void GpuCorner::show_readings(const std::optional<LiveSnapshot> &snapshot, const Numbers &numbers)
{
    if (!snapshot) return;
    m_present = !snapshot->gpus.empty();
    if (!m_present) {
        setText(tr("No GPU"));
        setToolTip(tr("No GPU was found on this machine.") + looked_for_text(*snapshot));
    } else {
        const LiveGpu &one = snapshot->gpus.front();
        setText(tr("GPU %1").arg(qt(one.label())));
        QString tip = one.name ? qt(*one.name) : tr("unnamed");
        if (one.free && one.total)
            tip += tr(": %1 of %2 %3 free").arg(numbers.brief(*one.free), numbers.brief(*one.total), numbers.unit_name());
        setToolTip(tip);
    }
    setAccessibleName(text());
    setAccessibleDescription(toolTip());
    updateGeometry();
    update();
}

/// Never less than the text without a GPU needs: a menu bar does not ask again when the corner has more to say.
QSize GpuCorner::sizeHint() const
{
    const QFontMetrics metrics = fontMetrics();
    return {std::max(metrics.horizontalAdvance(text()), metrics.horizontalAdvance(tr("No GPU"))) + 34, 26};
}

void GpuCorner::paintEvent(QPaintEvent *)
{
    const Palette &palette = current_palette();
    QPainter painter(this);
    if (underMouse()) painter.fillRect(rect(), palette.selection);
    if (hasFocus()) draw_frame(painter, rect(), palette.link);
    const auto place = [&](const QRect &part) { return QStyle::visualRect(layoutDirection(), rect(), part); };
    painter.setPen(palette.text);
    painter.drawText(place(rect().adjusted(24, 0, -4, 0)), Qt::AlignVCenter | Qt::AlignLeading, text());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_present ? palette.fits : palette.muted, 1.2));
    painter.setBrush(m_present ? QBrush(palette.fits) : QBrush(Qt::NoBrush));
    painter.drawEllipse(QRectF(place(QRect(9, height() / 2 - 4, 8, 8))));
}

} // namespace plimsoll
