// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/answer_line.h"
#include "ui/theme/icons.h"
#include "ui/theme/palette.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QRegularExpression>
#include <QResizeEvent>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>

namespace plimsoll {

AnswerLine::AnswerLine(QWidget *parent) : QWidget(parent)
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(46, 11, 12, 11);
    column->setSpacing(2);
    m_headline.setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_headline.setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_headline.setFont(ui_font(TextSize::title));
    m_detail.setFont(ui_font(TextSize::body));
    m_detail.setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_detail.setTextInteractionFlags(Qt::TextBrowserInteraction);
    column->addWidget(&m_headline);
    column->addWidget(&m_detail);
    connect(&m_detail, &QLabel::linkActivated, this, &AnswerLine::link_activated);
    setAccessibleName(tr("Answer"));
}

void AnswerLine::show_answer(const Answer &answer)
{
    if (answer == m_answer) return;
    m_answer = answer;
    m_headline.setText(answer.headline);
    m_headline.setAccessibleName(answer.headline);
    m_detail.setAccessibleName(answer.detail());
    m_detail.setToolTip(answer.detail());
    setAccessibleDescription(answer.headline + QLatin1Char(' ') + answer.detail());
    fit_text();
    update();
}

void AnswerLine::fit_text()
{
    const QFont title = ui_font(TextSize::title);
    const bool fits = QFontMetrics(title).horizontalAdvance(m_answer.headline) <= m_headline.width();
    m_headline.setFont(fits ? title : ui_font(TextSize::body, true));
    m_headline.setToolTip(fits ? QString() : m_answer.headline);
    QStringList said = m_answer.details;
    if (!m_answer.link.isEmpty()) said.insert(std::min<qsizetype>(1, said.size()), m_answer.link);
    static const QRegularExpression tags(QStringLiteral("<[^>]*>"));
    const auto width = [&] { return m_detail.fontMetrics().horizontalAdvance(said.join(QLatin1Char(' ')).remove(tags)); };
    while (said.size() > 1 && width() > m_detail.width()) said.removeLast();
    const QString text = said.join(QLatin1Char(' '));
    const bool fitting = width() <= m_detail.width() || text.contains(QLatin1Char('<'));
    m_detail.setText(fitting ? text : m_detail.fontMetrics().elidedText(text, Qt::ElideRight, m_detail.width()));
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
    paint_icon(painter, QStyle::visualRect(layoutDirection(), rect(), place), icon_of(m_answer.fits),
               current_palette().verdict(m_answer.fits));
}

} // namespace plimsoll
