// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/note_label.h"

#include <QEvent>
#include <QFontMetricsF>
#include <QKeyEvent>
#include <QResizeEvent>

#include <algorithm>

namespace plimsoll {
namespace {

constexpr QLatin1StringView whole_link("whole");
constexpr QChar ellipsis(0x2026);

QString between(const NoteLabel::Line &line)
{
    return line.way.isEmpty() ? QString() : line.text.endsWith(QLatin1Char('.')) ? QStringLiteral(" ") : QStringLiteral(": ");
}

QString link(const QString &target, const QString &text)
{
    return QStringLiteral("<a href=\"%1\">%2</a>").arg(target, text.toHtmlEscaped());
}

} // namespace

NoteLabel::NoteLabel(QWidget *parent) : LinkLabel(parent)
{
    setWordWrap(true);
    connect(this, &QLabel::linkActivated, this, &NoteLabel::follow);
}

void NoteLabel::show_lines(const std::vector<Line> &lines)
{
    if (lines == m_lines) return;
    m_lines = lines;
    m_open = false;
    setAccessibleName(whole());
    fit();
}

QString NoteLabel::whole() const
{
    QStringList out;
    for (const Line &line : m_lines) out << line.text + between(line) + line.way;
    return out.join(QLatin1Char(' '));
}

/// `line` in `room` pixels: as it is, or its beginning, the link to all of it, and its way out.
QString NoteLabel::shown(const Line &line, int index, double room) const
{
    const QFontMetricsF metrics(font());
    const QString way = line.way.isEmpty() ? QString() : link(QString::number(index), line.way);
    if (m_open || metrics.horizontalAdvance(line.text + between(line) + line.way) <= room)
        return line.text.toHtmlEscaped() + between(line) + way;
    const QString rest = ellipsis + (line.way.isEmpty() ? QString() : QLatin1Char(' ') + line.way);
    QString cut = line.text;
    while (!cut.isEmpty() && metrics.horizontalAdvance(cut + rest) > room) {
        cut.chop(1);
        while (cut.endsWith(QLatin1Char(' '))) cut.chop(1);
    }
    return cut.toHtmlEscaped() + link(whole_link, ellipsis) + (way.isEmpty() ? QString() : QLatin1Char(' ') + way);
}

void NoteLabel::fit()
{
    constexpr double rich = 4; // text with links is laid out in fractions of a pixel, and comes out a little wider
    const double room = contentsRect().width() - rich;
    QStringList out;
    for (std::size_t i = 0; i < m_lines.size(); ++i) out << shown(m_lines[i], static_cast<int>(i), room);
    QString text = out.join(QStringLiteral("<br>"));
    if (!text.contains(QStringLiteral("<a href="))) {
        QStringList plain;
        for (const Line &line : m_lines) plain << line.text;
        text = plain.join(QLatin1Char('\n'));
    }
    if (text == this->text()) return;
    const Qt::FocusPolicy before = focusPolicy();
    show_text(text);
    setToolTip(text.contains(whole_link) ? whole() : QString());
    if (before != focusPolicy()) emit links_changed();
}

void NoteLabel::follow(const QString &target)
{
    if (target != whole_link) return emit way_taken(target.toInt());
    m_open = true;
    fit();
}

/// Enter goes the way out where no link is chosen, before the one to the rest of the sentence.
void NoteLabel::keyPressEvent(QKeyEvent *event)
{
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    const auto line = std::ranges::find_if(m_lines, [](const Line &one) { return !one.way.isEmpty(); });
    if (enter && !hasSelectedText() && line != m_lines.end()) return emit way_taken(static_cast<int>(line - m_lines.begin()));
    LinkLabel::keyPressEvent(event);
}

void NoteLabel::resizeEvent(QResizeEvent *event)
{
    LinkLabel::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) fit();
}

void NoteLabel::changeEvent(QEvent *event)
{
    LinkLabel::changeEvent(event);
    if (event->type() == QEvent::FontChange) fit();
}

} // namespace plimsoll
