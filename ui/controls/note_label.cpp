// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/note_label.h"

#include <QEvent>
#include <QFontMetricsF>
#include <QKeyEvent>
#include <QResizeEvent>
#include <QTextLayout>

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

/// Where the rows of `text` begin when it is wrapped between words to `room` pixels.
std::vector<int> rows_of(const QString &text, const QFont &font, double room)
{
    std::vector<int> begins;
    QTextLayout layout(text, font);
    layout.beginLayout();
    for (QTextLine row = layout.createLine(); row.isValid(); row = layout.createLine()) {
        row.setLineWidth(room);
        begins.push_back(row.textStart());
    }
    layout.endLayout();
    return begins;
}

} // namespace

NoteLabel::NoteLabel(QWidget *parent) : LinkLabel(parent)
{
    setWordWrap(true);
    connect(this, &QLabel::linkActivated, this, &NoteLabel::follow);
}

void NoteLabel::show_lines(const std::vector<Line> &lines, int rows)
{
    if (lines == m_lines && rows == m_rows) return;
    m_lines = lines;
    m_rows = rows;
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

/// `line` in `room` pixels: as it is, or its beginning, the link to all of it, and its way out in the last row.
QString NoteLabel::shown(const Line &line, int index, double room) const
{
    const QString way = line.way.isEmpty() ? QString() : link(QString::number(index), line.way);
    const QString all = line.text.toHtmlEscaped() + between(line) + way;
    if (m_open || m_rows == 0) return all;
    const auto last = static_cast<std::size_t>(m_rows - 1);
    if (rows_of(line.text + between(line) + line.way, font(), room).size() <= last + 2) return all; // the link would take it, too
    const std::vector<int> rows = rows_of(line.text, font(), room);
    if (rows.size() <= last) return all; // only its way out takes a row more
    const QFontMetricsF metrics(font());
    const QString rest = ellipsis + (line.way.isEmpty() ? QString() : QLatin1Char(' ') + line.way);
    QString cut = last + 1 < rows.size() ? line.text.left(rows[last + 1]) : line.text;
    while (cut.size() > rows[last] && metrics.horizontalAdvance(cut.mid(rows[last]) + rest) > room) {
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
