// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/field_widgets.h"
#include "ui/theme/device_pixels.h"
#include "ui/theme/icons.h"
#include "ui/theme/palette.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QStyle>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace plimsoll {
namespace {

class WheelGuard : public QObject {
public:
    using QObject::QObject;
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() != QEvent::Wheel || static_cast<QWidget *>(watched)->hasFocus()) return false;
        event->ignore();
        return true;
    }
};

/// What is on the clipboard is longer than any number, or has several lines.
bool holds_no_number(const QString &text)
{
    constexpr qsizetype longest_number = 32;
    return text.trimmed().size() > longest_number || text.trimmed().contains(QLatin1Char('\n'));
}

class UndoGuard : public QObject {
public:
    explicit UndoGuard(QAbstractSpinBox &box) : QObject(&box), m_text(box.findChild<QLineEdit *>())
    {
        box.installEventFilter(this);
        QObject::connect(&box, &QAbstractSpinBox::editingFinished, this, [this] { m_text->setModified(false); });
    }
    bool eventFilter(QObject *, QEvent *event) override
    {
        if (event->type() != QEvent::ShortcutOverride) return false;
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->matches(QKeySequence::Paste) && holds_no_number(QGuiApplication::clipboard()->text()))
            return event->ignore(), true;
        if (m_text->isModified()) return false;
        if (!key->matches(QKeySequence::Undo) && !key->matches(QKeySequence::Redo)) return false;
        event->ignore();
        return true;
    }

private:
    QLineEdit *m_text;
};

} // namespace

FieldLabel::FieldLabel(const QString &text, QWidget *parent) : QAbstractButton(parent)
{
    setText(text);
    setFocusPolicy(Qt::NoFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setAccessibleName(text);
    setCursor(Qt::WhatsThisCursor);
}

void FieldLabel::set_given(bool given, const QString &default_text)
{
    const QString tip = given ? tr("Back to the default of %1").arg(default_text) : QString();
    if (tip != toolTip()) {
        setToolTip(tip);
        setAccessibleName(given ? tr("%1: back to the default").arg(text()) : text());
        setAccessibleDescription(tip);
    }
    if (given == m_given) return;
    m_given = given;
    setCursor(given ? Qt::PointingHandCursor : Qt::WhatsThisCursor);
    update();
}

QString FieldLabel::back_text() const
{
    const QString value = m_given && m_find_default ? m_find_default() : QString();
    return value.isEmpty() ? toolTip() : tr("%1: %2").arg(toolTip(), value);
}

bool FieldLabel::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip || !m_given) return QAbstractButton::event(event);
    QToolTip::showText(static_cast<QHelpEvent *>(event)->globalPos(), back_text(), this);
    return true;
}

void FieldLabel::focusInEvent(QFocusEvent *event)
{
    setAccessibleDescription(back_text());
    QAbstractButton::focusInEvent(event);
}

QSize FieldLabel::sizeHint() const { return {fontMetrics().horizontalAdvance(text()) + 9, qMax(22, fontMetrics().height() + 4)}; }

void FieldLabel::paintEvent(QPaintEvent *)
{
    const Palette &palette = current_palette();
    QPainter painter(this);
    painter.setPen(isEnabled() ? palette.text : palette.inactive);
    painter.drawText(rect(), Qt::AlignVCenter | Qt::AlignLeading, text());
    if (!m_given) return;
    constexpr int side = 8; // text, a pixel and the arrow: what sizeHint() asks for
    const QRect dot(fontMetrics().horizontalAdvance(text()) + 1, height() / 2 - side / 2, side, side);
    const QRect place = QStyle::visualRect(layoutDirection(), rect(), dot);
    if (underMouse() || hasFocus()) {
        paint_icon(painter, place, Icon::reset, palette.link);
        if (hasFocus()) draw_frame(painter, rect(), palette.link);
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette.muted);
    painter.drawEllipse(QRectF(place.left() + 2, height() / 2.0 - 2, 4, 4));
}

StopsSlider::StopsSlider(std::vector<int> stops, QWidget *parent) : QSlider(Qt::Horizontal, parent), m_stops(std::move(stops))
{
    setRange(0, static_cast<int>(m_stops.size()) - 1);
    setPageStep(1);
    setFocusPolicy(Qt::StrongFocus);
    connect(this, &QSlider::valueChanged, this, [this] { emit moved(stop()); });
}

void StopsSlider::show_value(int value)
{
    const QSignalBlocker silent(this);
    setValue(static_cast<int>(std::lround(position_of(value))));
}

void StopsSlider::set_mark(int value, const QString &meaning)
{
    if (value == m_mark && meaning == toolTip()) return;
    m_mark = value;
    setToolTip(meaning);
    update();
}

double StopsSlider::position_of(int value) const
{
    const auto above = std::lower_bound(m_stops.begin(), m_stops.end(), value);
    if (above == m_stops.begin()) return 0;
    if (above == m_stops.end()) return static_cast<double>(m_stops.size() - 1);
    const double low = std::log2(*(above - 1)), high = std::log2(*above);
    return static_cast<double>(above - m_stops.begin()) - (high - std::log2(value)) / (high - low);
}

void StopsSlider::wheelEvent(QWheelEvent *event)
{
    if (hasFocus())
        QSlider::wheelEvent(event);
    else
        event->ignore();
}

void StopsSlider::paintEvent(QPaintEvent *event)
{
    QSlider::paintEvent(event);
    if (m_mark < 1) return;
    constexpr int handle = 8;
    const double share = position_of(m_mark) / std::max(1, maximum());
    const double x = handle / 2.0 + share * (width() - handle);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(current_palette().text, 1));
    const double y = 4;
    const double at = layoutDirection() == Qt::RightToLeft ? width() - x : x;
    painter.drawEllipse(QPointF(at, y), 2.5, 2.5);
    painter.drawLine(QPointF(at - 5, y), QPointF(at + 5, y));
}

std::vector<int> doubling_stops(int high)
{
    std::vector<int> stops;
    for (int stop = 1; stop <= high; stop *= 2) stops.push_back(stop);
    return stops;
}

std::vector<int> token_stops(int high)
{
    std::vector<int> stops;
    for (int quarter = 0;; ++quarter) {
        const int stop = static_cast<int>(std::lround(128 * std::exp2(quarter / 4.0) / 128)) * 128;
        if (stop > high) break;
        if (stops.empty() || stop > stops.back()) stops.push_back(stop);
    }
    return stops;
}

void LinkLabel::show_text(const QString &text)
{
    const bool linked = text.contains(QStringLiteral("<a href="));
    const Qt::TextInteractionFlags flags = linked ? Qt::TextBrowserInteraction : Qt::TextSelectableByMouse;
    setTextFormat(linked ? Qt::RichText : Qt::PlainText);
    setText(text);
    if (flags != textInteractionFlags()) setTextInteractionFlags(flags);
}

/// A link keeps the colour of the palette under which its text was set.
void LinkLabel::changeEvent(QEvent *event)
{
    QLabel::changeEvent(event);
    if (event->type() != QEvent::PaletteChange || textFormat() != Qt::RichText) return;
    const QString same = text();
    setText({});
    setText(same);
}

void LinkLabel::keyPressEvent(QKeyEvent *event)
{
    static const QString begin = QStringLiteral("<a href=\"");
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    const qsizetype at = enter && !hasSelectedText() ? text().indexOf(begin) : -1; // the chosen link is the selected text
    if (at < 0) return QLabel::keyPressEvent(event);
    const qsizetype from = at + begin.size();
    emit linkActivated(text().mid(from, text().indexOf(QLatin1Char('"'), from) - from));
}

void LinkLabel::paintEvent(QPaintEvent *event)
{
    QLabel::paintEvent(event);
    if (!hasFocus()) return;
    QPainter painter(this);
    draw_frame(painter, rect(), current_palette().link);
}

LinkButton::LinkButton(QWidget *parent) : QPushButton(parent)
{
    setCursor(Qt::PointingHandCursor);
    QFont underlined = font();
    underlined.setUnderline(true);
    setFont(underlined);
}

QSize LinkButton::sizeHint() const { return {fontMetrics().horizontalAdvance(text()) + 2, qMax(20, fontMetrics().height() + 4)}; }

void LinkButton::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setPen(current_palette().link);
    painter.drawText(rect(), Qt::AlignVCenter | Qt::AlignLeading, text());
    if (hasFocus()) draw_frame(painter, rect(), current_palette().link);
}

void say_whole(QComboBox &box)
{
    QObject::connect(&box, &QComboBox::currentTextChanged, &box, [&box](const QString &text) { box.setToolTip(text); });
    box.setToolTip(box.currentText());
}

void name_clear_button(QLineEdit &search)
{
    for (auto *button : search.findChildren<QAbstractButton *>()) button->setAccessibleName(CountBox::tr("Clear the search"));
}

void leave_undo_to_the_window(QAbstractSpinBox &box) { new UndoGuard(box); }

void ignore_wheel_without_focus(QWidget *widget)
{
    widget->setFocusPolicy(Qt::StrongFocus);
    widget->installEventFilter(new WheelGuard(widget));
}

} // namespace plimsoll
