// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/card_column.h"

#include "ui/charts/hatch.h"
#include "ui/charts/paint.h"
#include "ui/document/text.h"

#include <QCoreApplication>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace plimsoll {
namespace {

constexpr double lowest = 2;  ///< pixels that a part needs to be told from its neighbour
constexpr int most_named = 3; ///< processes in the sentence

/// A context of its own, by which lupdate finds the strings of free functions.
struct CardColumnWords {
    Q_DECLARE_TR_FUNCTIONS(CardColumnWords)
};

/// Bytes that the whole height stands for.
Bytes height_of(const CardShares &shares)
{
    Bytes sum = shares.told;
    for (const auto &part : {shares.unexplained, shares.reserved, shares.free})
        sum = checked_add(sum, part.value_or(0)).value_or(sum);
    return std::max({sum, shares.total.value_or(0), Bytes{1}});
}

const LiveProcess *process_of(const CardPart &part, const CardShares &shares)
{
    const auto found = std::ranges::find(shares.processes, part.pid, &LiveProcess::pid);
    return found == shares.processes.end() ? nullptr : &*found;
}

/// The parts from the bottom up, without their places. What is followed is never among the small ones.
std::vector<CardPart> parts_of(const CardColumnData &data, Bytes least)
{
    std::vector<CardPart> out;
    CardPart small{CardPart::many, 0, 0, 0, {}};
    for (const LiveProcess &one : data.shares.processes) {
        if (!one.used || *one.used <= 0) continue;
        if (*one.used >= least || one.pid == data.followed) {
            out.push_back({CardPart::process, one.pid, 1, *one.used, {}});
            continue;
        }
        ++small.count;
        small.bytes = checked_add(small.bytes, *one.used).value_or(small.bytes);
    }
    if (small.count > 0) out.push_back(small);
    const auto add = [&out](CardPart::Kind kind, const std::optional<Bytes> &bytes) {
        if (bytes.value_or(0) > 0) out.push_back({kind, 0, 1, *bytes, {}});
    };
    add(CardPart::untold, data.shares.unexplained);
    add(CardPart::reserved, data.shares.reserved);
    add(CardPart::free_, data.shares.free);
    return out;
}

void paint_part(QPainter &painter, const CardPart &part, const CardColumnData &data, const Palette &colors)
{
    const bool followed = part.kind == CardPart::process && part.pid == data.followed;
    switch (part.kind) {
    case CardPart::process:
    case CardPart::many:
        painter.fillRect(part.rect, followed ? fill_brush(colors, Group::weights, {}) : fill_of_others(colors));
        break;
    case CardPart::untold:
        painter.fillRect(part.rect, faded(colors.muted, 0.2));
        painter.setPen(QPen(colors.muted, 1, Qt::DotLine));
        painter.drawRect(part.rect.adjusted(0.5, 0.5, -0.5, -0.5));
        break;
    case CardPart::reserved: paint_hatch(painter, part.rect, 5, QPen(colors.muted, 1)); break;
    case CardPart::free_: break;
    }
    if (part.kind == CardPart::free_) return;
    painter.fillRect(QRectF(part.rect.left(), part.rect.top(), part.rect.width(), 1), colors.paper); // so that neighbours part
}

} // namespace

QColor fill_of_others(const Palette &colors) { return mixed(colors.paper, colors.muted, 0.55); }

QString title_of(const LiveProcess &process)
{
    const QString name = process.name ? qt(*process.name) : CardColumnWords::tr("process");
    return QStringLiteral("%1 (%2)").arg(name, QString::number(process.pid)); // bytes follow: two numbers in a row read as one
}

QString text_of(const CardPart &part, const CardColumnData &data)
{
    const QString bytes = data.numbers.brief_with_unit(part.bytes);
    switch (part.kind) {
    case CardPart::process: {
        const LiveProcess *process = process_of(part, data.shares);
        return CardColumnWords::tr("%1: %2").arg(process ? title_of(*process) : QString::number(part.pid), bytes);
    }
    case CardPart::many:
        return part.count == 1 ? CardColumnWords::tr("one smaller process: %1").arg(bytes)
                               : CardColumnWords::tr("%1 smaller processes: %2").arg(part.count).arg(bytes);
    case CardPart::untold: return CardColumnWords::tr("not told by whom: %1").arg(bytes);
    case CardPart::reserved: return CardColumnWords::tr("the driver's own: %1").arg(bytes);
    case CardPart::free_: break;
    }
    return CardColumnWords::tr("free: %1").arg(bytes);
}

std::vector<CardPart> lay_out(const CardColumnData &data, const QRectF &column)
{
    const double whole = static_cast<double>(height_of(data.shares));
    const auto least = static_cast<Bytes>(lowest / std::max(column.height(), 1.0) * whole);
    std::vector<CardPart> parts = parts_of(data, least);
    double held = 0;
    const auto y_of = [&](double bytes) { return column.bottom() - bytes / whole * column.height(); };
    for (CardPart &one : parts) {
        const double bottom = y_of(held);
        held += static_cast<double>(one.bytes);
        const double top = y_of(held);
        one.rect = QRectF(column.left(), top, column.width(), bottom - top);
    }
    return parts;
}

QString sentence_of(const CardColumnData &data)
{
    // As high as nobody's screen: each process has a part of its own.
    const std::vector<CardPart> parts = parts_of(data, 0);
    const auto processes = std::ranges::count(parts, CardPart::process, &CardPart::kind);
    QStringList said;
    CardPart rest{CardPart::many, 0, 0, 0, {}};
    for (const CardPart &one : parts) {
        if (one.kind == CardPart::process && said.size() >= most_named && processes > most_named) {
            ++rest.count;
            rest.bytes = checked_add(rest.bytes, one.bytes).value_or(rest.bytes);
            continue;
        }
        if (one.kind != CardPart::process && rest.count > 0)
            said << text_of(std::exchange(rest, CardPart{CardPart::many, 0, 0, 0, {}}), data);
        said << text_of(one, data);
    }
    if (rest.count > 0) said << text_of(rest, data);
    if (said.isEmpty()) return CardColumnWords::tr("%1: nothing is told of its memory.").arg(data.gpu);
    return CardColumnWords::tr("%1: %2.").arg(data.gpu, said.join(QStringLiteral(", ")));
}

CardColumn::CardColumn(QWidget *parent) : QWidget(parent)
{
    setFixedWidth(sizeHint().width());
    setAccessibleName(CardColumnWords::tr("The card's memory by process"));
}

void CardColumn::set_data(const CardColumnData &shown)
{
    if (shown == m_data) return;
    m_data = shown;
    setAccessibleDescription(sentence_of(m_data));
    place();
}

void CardColumn::place()
{
    m_parts = lay_out(m_data, QRectF(rect()).adjusted(1, 1, -1, -1));
    update();
}

const CardPart *CardColumn::part_at(QPointF at) const
{
    const auto found = std::ranges::find_if(m_parts, [at](const CardPart &one) { return one.rect.contains(at); });
    return found == m_parts.end() ? nullptr : &*found;
}

bool CardColumn::event(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange) update();
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const CardPart *part = part_at(help->pos());
    QToolTip::showText(help->globalPos(), part ? text_of(*part, m_data) : QString(), this);
    return true;
}

void CardColumn::paintEvent(QPaintEvent *)
{
    const Palette &colors = palette_matching(palette());
    QPainter painter(this);
    painter.fillRect(rect(), colors.paper);
    for (const CardPart &one : m_parts) paint_part(painter, one, m_data, colors);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colors.border, 1));
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
}

void CardColumn::resizeEvent(QResizeEvent *) { place(); }

void CardColumn::mousePressEvent(QMouseEvent *event)
{
    const CardPart *part = event->button() == Qt::LeftButton ? part_at(event->position()) : nullptr;
    if (!part || part->kind != CardPart::process) return QWidget::mousePressEvent(event);
    emit process_clicked(part->pid);
}

} // namespace plimsoll
