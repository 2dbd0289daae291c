// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/card_names.h"
#include "ui/panels/answer_line.h"
#include "ui/theme/icons.h"
#include "ui/theme/palette.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QRegularExpression>
#include <QResizeEvent>
#include <QStyle>
#include <QTextBoundaryFinder>
#include <QVBoxLayout>

#include <algorithm>

namespace plimsoll {
namespace {

/// Cuts `text` where a line of `room` pixels ends and gives the rest of it: nothing where all of it has room.
QStringList rest_of_line(QString &text, const QFontMetrics &metrics, int room)
{
    if (text.isEmpty() || metrics.horizontalAdvance(text) <= room) return {};
    QTextBoundaryFinder end(QTextBoundaryFinder::Line, text);
    qsizetype last = 0;
    for (qsizetype at = end.toNextBoundary(); at > 0 && metrics.horizontalAdvance(text.left(at).trimmed()) <= room;
         at = end.toNextBoundary())
        last = at;
    if (last == 0) return {};
    const QString rest = text.mid(last).trimmed();
    text = text.left(last).trimmed();
    return {rest};
}

} // namespace

AnswerLine::AnswerLine(QWidget *parent) : QWidget(parent)
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(46, 11, 12, 11);
    column->setSpacing(2);
    m_headline.setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_headline.setTextFormat(Qt::PlainText);
    m_headline.setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_headline.setFont(ui_font(TextSize::title));
    m_detail.setFont(ui_font(TextSize::body));
    m_detail.setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    column->addWidget(&m_headline);
    column->addWidget(&m_detail);
    m_time.setFont(ui_font(TextSize::body));
    m_time.setTextFormat(Qt::PlainText);
    m_time.setForegroundRole(QPalette::PlaceholderText);
    m_time.setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_time.setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_time.setMinimumHeight(QFontMetrics(m_time.font()).height() + 1); // it comes later than the answer, and moves nothing
    m_time.setAccessibleName(tr("How long it takes: not known"));
    column->addWidget(&m_time);
    connect(&m_detail, &QLabel::linkActivated, this, &AnswerLine::link_activated);
    setAccessibleName(tr("Answer"));
}

void AnswerLine::show_answer(const Answer &answer)
{
    if (answer == m_answer) return;
    m_answer = answer;
    m_headline.setAccessibleName(answer.headline);
    m_detail.setAccessibleName(answer.detail());
    m_detail.setToolTip(answer.detail());
    setAccessibleDescription(answer.headline + QLatin1Char(' ') + answer.detail());
    fit_text();
    update();
}

void AnswerLine::show_time(const QStringList &phrases, const QString &whole)
{
    m_time_phrases = phrases;
    m_time_tip = whole;
    m_time.setAccessibleName(phrases.isEmpty() ? tr("How long it takes: not known")
                                               : tr("How long it takes: %1").arg(phrases.join(QStringLiteral("; "))));
    fit_time();
}

/// What cannot run takes no time: there the limits stand, and the names of what would make it fit.
QStringList AnswerLine::second_line() const
{
    const bool runs = m_answer.word != Word::does_not_fit && m_answer.word != Word::unlikely;
    if (m_left.isEmpty()) return m_time_phrases;
    return runs ? m_left + m_time_phrases : m_left;
}

/// The last phrases go first.
void AnswerLine::fit_time()
{
    const QString between = QStringLiteral("  ·  ");
    QStringList said = second_line();
    QStringList tip = m_left;
    if (!m_time_tip.isEmpty()) tip << m_time_tip;
    m_time.setToolTip(tip.join(QLatin1Char('\n')));
    const QFontMetrics metrics = m_time.fontMetrics();
    while (said.size() > 1 && metrics.horizontalAdvance(said.join(between)) > m_time.width()) said.removeLast();
    m_time.setText(metrics.elidedText(said.join(between), Qt::ElideRight, m_time.width()));
}

void AnswerLine::fit_text()
{
    const QFont title = ui_font(TextSize::title);
    const QFontMetrics metrics(title);
    m_headline.setMinimumHeight(metrics.height());                          // a smaller form of the words moves nothing below
    const QStringList forms = name_forms(m_answer.headline, m_answer.card); // a card's name in fewer words, before smaller ones
    const auto in = [&](const QFont &font) {
        const QFontMetrics wide(font);
        return std::ranges::find_if(forms, [&](const QString &one) { return wide.horizontalAdvance(one) <= m_headline.width(); });
    };
    for (const QFont &font : {title, ui_font(TextSize::heading), ui_font(TextSize::body, true), ui_font(TextSize::body)}) {
        m_headline.setFont(font);
        if (in(font) != forms.end()) break;
    }
    const auto form = in(m_headline.font());
    m_headline.setText(form != forms.end()
                           ? *form
                           : QFontMetrics(m_headline.font()).elidedText(forms.last(), Qt::ElideRight, m_headline.width()));
    m_headline.setToolTip(form == forms.begin() ? QString() : m_answer.headline);
    m_detail.show_text(detail_text());
    fit_time();
}

/// A reason why nothing is known goes on in the second line.
QString AnswerLine::detail_text()
{
    m_left.clear();
    const QFontMetrics metrics = m_detail.fontMetrics();
    constexpr int rich = 4; // text with links is laid out in fractions of a pixel, and comes out a little wider
    const int room = m_detail.width() - (m_answer.link.isEmpty() ? 0 : rich);
    static const QRegularExpression tags(QStringLiteral("<[^>]*>"));
    const auto width = [&](const QStringList &said) {
        return metrics.horizontalAdvance(said.join(QLatin1Char(' ')).remove(tags));
    };
    if (m_answer.link.isEmpty() || m_answer.fits == Fits::unknown) {
        QStringList said = m_answer.details;
        const int taken = m_answer.link.isEmpty() ? 0 : width({m_answer.link, QString()});
        while (said.size() > 1 && width(said) > room - taken) said.removeLast();
        QString text = said.join(QLatin1Char(' '));
        if (m_answer.fits == Fits::unknown) m_left += rest_of_line(text, metrics, room - taken);
        text = metrics.elidedText(text, Qt::ElideRight, room - taken);
        return m_answer.link.isEmpty() ? text : m_answer.link + QLatin1Char(' ') + text.toHtmlEscaped();
    }
    QStringList said = m_answer.details;
    // the way out stays whatever else goes, in fewer words where there is no room for its own
    const bool whole = width({m_answer.link}) <= room || m_answer.short_link.isEmpty();
    const QString link = whole ? m_answer.link : m_answer.short_link;
    said.insert(std::min<qsizetype>(1, said.size()), link);
    if (!whole) m_left << m_answer.changes;
    const bool runs = m_answer.word != Word::does_not_fit && m_answer.word != Word::unlikely;
    const QStringList all = said;
    while (said.size() > 2 && width(said) > room) said.removeLast();
    if (width(said) > room) said = {link};
    for (const QString &one : all)
        if (!runs && !said.contains(one)) m_left << one;
    for (QString &one : said)
        if (one != link) one = one.toHtmlEscaped();
    return said.join(QLatin1Char(' '));
}

void AnswerLine::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fit_text();
}

void AnswerLine::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const QRect place(16, m_headline.geometry().center().y() - 10, 20, 20);
    paint_icon(painter, QStyle::visualRect(layoutDirection(), rect(), place), icon_of(m_answer.word),
               current_palette().verdict(m_answer.word));
}

} // namespace plimsoll
