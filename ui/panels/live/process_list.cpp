// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/live/process_list.h"

#include "ui/controls/plain_table.h"
#include "ui/charts/paint.h"
#include "ui/document/text.h"
#include "ui/theme/device_pixels.h"
#include "ui/theme/palette.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QPixmap>
#include <QVBoxLayout>

#include <algorithm>

namespace plimsoll {
namespace {

constexpr int process_list_row_height = 22, swatch_side = 10;

std::vector<std::uint32_t> pids_of(const CardColumnData &data)
{
    std::vector<std::uint32_t> out;
    for (const LiveProcess &one : data.shares.processes) out.push_back(one.pid);
    return out;
}

/// As the column is filled: a colour, or a pattern where colours are few.
QVariant swatch_of(bool followed, const Palette &colors)
{
    if (!followed || !colors.appearance.high_contrast) return followed ? colors.fill(Group::weights) : fill_of_others(colors);
    QPixmap out(QSize(swatch_side, swatch_side) * qApp->devicePixelRatio());
    out.setDevicePixelRatio(qApp->devicePixelRatio());
    out.fill(colors.paper);
    QPainter painter(&out);
    const QRect whole(0, 0, swatch_side, swatch_side);
    painter.fillRect(whole, fill_brush(colors, Group::weights, {}));
    draw_frame(painter, whole, colors.text);
    return out;
}

} // namespace

std::vector<ProcessModel::Rest> ProcessModel::rests_of(const CardColumnData &data, const QString &why_none)
{
    std::vector<Rest> out;
    const CardShares &shares = data.shares;
    if (shares.processes.empty())
        out.push_back(
            {shares.unexplained ? tr("In use, not told by whom") : tr("No process is told of"), why_none, shares.unexplained});
    else if (shares.unexplained.value_or(0) > 0)
        out.push_back({tr("Not told by whom"), why_none.isEmpty() ? tr("In use, and no listed process has it.") : why_none,
                       shares.unexplained});
    if (shares.counted_twice)
        out.push_back(
            {tr("Counted more than once"), tr("The processes share memory: together they have more than is in use."), {}});
    if (shares.reserved) out.push_back({tr("The driver's own"), tr("No process can use it."), shares.reserved});
    if (shares.free) out.push_back({tr("Free"), {}, shares.free});
    return out;
}

void ProcessModel::set_data(const CardColumnData &data, const QString &why_none)
{
    std::vector<Rest> rests = rests_of(data, why_none);
    // Reset only where rows come, go or change places: a reader of the screen loses its place.
    const bool same = pids_of(data) == pids_of(m_data) && rests.size() == m_rests.size();
    if (!same) beginResetModel();
    m_data = data;
    m_rests = std::move(rests);
    if (!same) return endResetModel();
    if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, column_count - 1));
}

int ProcessModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_data.shares.processes.size() + m_rests.size());
}

int ProcessModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : static_cast<int>(column_count); }

int ProcessModel::row_of(quint32 pid) const
{
    const auto &all = m_data.shares.processes;
    const auto found = std::ranges::find(all, pid, &LiveProcess::pid);
    return found == all.end() ? -1 : static_cast<int>(found - all.begin());
}

const LiveProcess *ProcessModel::process_at(int row) const
{
    const auto &all = m_data.shares.processes;
    return static_cast<std::size_t>(row) < all.size() ? &all[static_cast<std::size_t>(row)] : nullptr;
}

QVariant ProcessModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    if (role == Qt::TextAlignmentRole)
        return int((index.column() == who ? Qt::AlignLeading : Qt::AlignTrailing) | Qt::AlignVCenter);
    if (const LiveProcess *process = process_at(index.row())) return process_data(*process, index.column(), role);
    return rest_data(m_rests[static_cast<std::size_t>(index.row()) - m_data.shares.processes.size()], index.column(), role);
}

QVariant ProcessModel::process_data(const LiveProcess &process, int column, int role) const
{
    const bool followed = m_data.followed == process.pid;
    switch (role) {
    case pid_role: return process.pid;
    case Qt::DisplayRole:
        if (column == who) return title_of(process);
        return process.used ? m_data.numbers.table(*process.used) : QString(QChar(0x2013));
    case Qt::DecorationRole:
        if (column != who) return {};
        return swatch_of(followed, current_palette());
    case Qt::FontRole: return followed ? ui_font(TextSize::caption, true) : ui_font();
    case Qt::ToolTipRole:
        if (!process.used) return qt(process.used.reason);
        return followed ? tr("The chart is of this process; it holds %1.").arg(m_data.numbers.exact(*process.used))
                        : tr("Holds %1. A click follows it in the chart.").arg(m_data.numbers.exact(*process.used));
    case Qt::AccessibleTextRole:
        if (column == who) return followed ? tr("%1, followed in the chart").arg(title_of(process)) : title_of(process);
        return process.used ? m_data.numbers.brief_with_unit(*process.used) : qt(process.used.reason);
    default: return {};
    }
}

QVariant ProcessModel::rest_data(const Rest &rest, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        if (column == who) return rest.title;
        return rest.bytes ? m_data.numbers.table(*rest.bytes) : QString();
    case Qt::DecorationRole:
        return column == who ? QVariant(QColor(Qt::transparent)) : QVariant(); // in line with the names above
    case Qt::FontRole: return ui_font();
    case Qt::ForegroundRole: return current_palette().muted;
    case Qt::ToolTipRole: return rest.tip.isEmpty() && rest.bytes ? m_data.numbers.exact(*rest.bytes) : rest.tip;
    default: return {};
    }
}

QVariant ProcessModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    return section == who ? tr("Process") : m_data.numbers.unit_name();
}

ProcessList::ProcessList(QWidget *parent) : QWidget(parent)
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 4, 4, 0);
    row->setSpacing(6);
    row->addWidget(&m_column);
    auto *right = new QVBoxLayout;
    right->setSpacing(2);
    row->addLayout(right, 1);
    auto *head = new QHBoxLayout;
    head->setSpacing(4);
    head->setContentsMargins(0, 0, 8, 0);
    right->addLayout(head);
    head->addWidget(&m_caption, 1);
    head->addWidget(&m_detach);
    right->addWidget(&m_view, 1);
    m_caption.setFont(ui_font());
    m_caption.setForegroundRole(QPalette::PlaceholderText);
    m_detach.setText(tr("Detach"));
    m_detach.setToolTip(tr("Follow the process that holds the most"));
    m_detach.setAccessibleName(m_detach.toolTip());
    m_detach.hide();
    connect(&m_detach, &QPushButton::clicked, this, &ProcessList::detach_asked);
    connect(&m_column, &CardColumn::process_clicked, this, &ProcessList::attach_asked);
    build_view();
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
    setFocusProxy(&m_view);
}

void ProcessList::build_view()
{
    m_view.setModel(&m_model);
    make_plain(m_view, tr("Processes of the card"));
    m_view.setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view.setIconSize({swatch_side, swatch_side});
    m_view.setTextElideMode(Qt::ElideMiddle); // the pid stands at the end
    m_view.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view.verticalHeader()->setDefaultSectionSize(process_list_row_height);
    m_view.horizontalHeader()->hide();
    m_view.horizontalHeader()->setMinimumSectionSize(44);
    m_view.horizontalHeader()->setSectionResizeMode(ProcessModel::who, QHeaderView::Stretch);
    m_view.horizontalHeader()->setSectionResizeMode(ProcessModel::bytes, QHeaderView::ResizeToContents);
    m_view.setAccessibleDescription(tr("Enter follows a process in the chart, Escape follows the biggest again."));
    m_view.installEventFilter(this);
    connect(&m_view, &QTableView::clicked, this, [this](const QModelIndex &at) {
        const QVariant pid = at.data(ProcessModel::pid_role);
        if (!pid.isValid()) return;
        if (m_attached == pid.toUInt())
            emit detach_asked();
        else
            emit attach_asked(pid.toUInt());
    });
}

bool ProcessList::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != &m_view || event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent *>(event)->key();
    const std::optional<quint32> pid = current_pid();
    if ((key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Space) && pid) return emit attach_asked(*pid), true;
    if (key == Qt::Key_Escape && m_attached) return emit detach_asked(), true;
    return QWidget::eventFilter(watched, event);
}

std::optional<quint32> ProcessList::current_pid() const
{
    const QVariant pid = m_view.currentIndex().data(ProcessModel::pid_role);
    return pid.isValid() ? std::optional(pid.toUInt()) : std::nullopt;
}

void ProcessList::show_card(const CardColumnData &card, bool attached, const QString &why_none)
{
    const std::optional<quint32> current = current_pid();
    m_model.set_data(card, why_none);
    if (const int row = current ? m_model.row_of(*current) : -1; row >= 0 && row != m_view.currentIndex().row())
        m_view.setCurrentIndex(m_model.index(row, 0)); // the process stays the current one where it changes places
    m_column.set_data(card);
    m_attached = attached ? card.followed : std::nullopt;
    m_detach.setVisible(attached);
    const auto listed = static_cast<int>(card.shares.processes.size());
    m_caption.setText(listed == 1 ? tr("%1: one process").arg(card.gpu) : tr("%1: %2 processes").arg(card.gpu).arg(listed));
    if (listed == 0) m_caption.setText(card.gpu);
}

void ProcessList::set_column_shown(bool shown) { m_column.setVisible(shown); }

} // namespace plimsoll
