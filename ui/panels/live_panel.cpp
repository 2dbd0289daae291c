// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/live_panel.h"
#include "ui/document/text.h"
#include "ui/theme/palette.h"

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

/// Why a cell is a dash.
QString reason_at(const LiveGpu &one, int column)
{
    switch (column) {
    case LiveModel::name: return qt(one.name.reason);
    case LiveModel::total: return qt(one.total.reason);
    case LiveModel::used: return qt(one.used.reason);
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
    case LiveModel::used: return written(one.used, bytes);
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
    case Qt::ToolTipRole: return reason_at(one, index.column());
    default: return {};
    }
}

QVariant LiveModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) return int((section <= name ? Qt::AlignLeading : Qt::AlignTrailing) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    const QString unit = m_numbers.unit_name();
    const QStringList titles{tr("GPU"),  tr("Name"), tr("Total, %1").arg(unit), tr("Used"),
                             tr("Free"), tr("Load"), tr("Temperature"),         tr("Power")};
    return titles.value(section);
}

LivePanel::LivePanel(QWidget *parent) : QWidget(parent)
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    m_message.setContentsMargins(16, 10, 16, 10);
    m_message.setWordWrap(true);
    m_message.setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_message.setAlignment(Qt::AlignTop | Qt::AlignLeading);
    column->addWidget(&m_view, 1);
    column->addWidget(&m_message);
    auto *row = new QHBoxLayout;
    row->setContentsMargins(16, 0, 16, 10);
    row->addWidget(&m_replay);
    row->addStretch(1);
    column->addLayout(row);
    column->addStretch();
    connect(&m_replay, &QPushButton::clicked, this, &LivePanel::replay_asked);
    set_replayed({});
    m_view.setModel(&m_model);
    m_view.setFrameShape(QFrame::NoFrame);
    m_view.setShowGrid(false);
    m_view.setTabKeyNavigation(false);
    m_view.setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view.verticalHeader()->hide();
    m_view.verticalHeader()->setDefaultSectionSize(24);
    m_view.horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_view.horizontalHeader()->setSectionResizeMode(LiveModel::name, QHeaderView::Stretch);
    m_view.horizontalHeader()->setHighlightSections(false);
    m_view.setAccessibleName(tr("GPUs of this machine"));
    m_view.hide();
    m_message.setText(tr("Not read yet."));
    setAccessibleName(tr("Live"));
}

void LivePanel::show_readings(const std::optional<LiveSnapshot> &snapshot, const Numbers &numbers,
                              const std::function<QString(const LiveGpu &)> &fits_now)
{
    if (!snapshot) return;
    m_model.set_snapshot(*snapshot, numbers);
    const bool any = !snapshot->gpus.empty();
    m_view.setVisible(any);
    if (!any) {
        m_message.setText(m_replayed.isEmpty() ? tr("No GPU was found on this machine.") + looked_for_text(*snapshot)
                                               : tr("No GPU was found when %1 was recorded.").arg(m_replayed));
        return;
    }
    QStringList lines;
    if (!m_replayed.isEmpty()) lines << tr("Replaying %1: readings of another time, perhaps of another machine.").arg(m_replayed);
    for (const LiveGpu &one : snapshot->gpus)
        if (const QString sentence = fits_now ? fits_now(one) : QString(); !sentence.isEmpty())
            lines << tr("GPU %1: %2").arg(qt(one.label()), sentence);
    m_message.setText(lines.join(QLatin1Char('\n')));
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
    if (hasFocus()) {
        painter.setPen(palette.link);
        painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
    const auto place = [&](const QRect &part) { return QStyle::visualRect(layoutDirection(), rect(), part); };
    painter.setPen(palette.text);
    painter.drawText(place(rect().adjusted(24, 0, -4, 0)), Qt::AlignVCenter | Qt::AlignLeading, text());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_present ? palette.fits : palette.muted, 1.2));
    painter.setBrush(m_present ? QBrush(palette.fits) : QBrush(Qt::NoBrush));
    painter.drawEllipse(QRectF(place(QRect(9, height() / 2 - 4, 8, 8))));
}

} // namespace plimsoll
