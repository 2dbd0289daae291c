// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/error_bar.h"
#include "ui/controls/wording.h"
#include "ui/document/text.h"
#include "ui/theme/device_pixels.h"
#include "ui/theme/icons.h"
#include "ui/theme/palette.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace plimsoll {

ErrorBar::ErrorBar(QWidget *parent) : QWidget(parent)
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(44, 6, 8, 6);
    m_text.setWordWrap(true);
    m_text.setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text.setTextFormat(Qt::PlainText);
    row->addWidget(&m_text, 1);
    row->addWidget(&m_link, 0, Qt::AlignTop);
    m_link.hide();
    connect(&m_link, &QPushButton::clicked, this, [this] {
        hide();
        if (m_run) m_run();
    });
    m_close.setIcon(icon(Icon::cross));
    m_close.setAutoRaise(true);
    m_close.setToolTip(tr("Close (Esc)"));
    m_close.setAccessibleName(tr("Close the message"));
    row->addWidget(&m_close, 0, Qt::AlignTop);
    connect(&m_close, &QToolButton::clicked, this, &QWidget::hide);
    setAccessibleName(tr("Message"));
    setFocusPolicy(Qt::StrongFocus);
    hide();
}

void ErrorBar::show_error(const QString &what, const Error &error)
{
    QString said = sentence_of(error);
    if (!said.isEmpty() && !said.endsWith(QLatin1Char('.')) && !said.endsWith(QChar(0x3002))) said += QLatin1Char('.');
    show_text(what.isEmpty() ? said : tr("%1: %2 Nothing was changed.").arg(what, said), true);
}

void ErrorBar::show_note(const QString &text) { show_text(text, false); }

void ErrorBar::show_offer(const QString &text, const QString &link, std::function<void()> run)
{
    show_text(text, false);
    m_run = std::move(run);
    m_link.setText(link);
    m_link.setAccessibleName(link);
    m_link.show();
}

void ErrorBar::show_warnings(const QString &file, const std::vector<Warning> &warnings)
{
    if (warnings.empty()) return;
    constexpr std::size_t most = 3; // lines of a bar
    QStringList said;
    for (std::size_t i = 0; i < std::min(most, warnings.size()); ++i) said << qt(warnings[i].text);
    if (warnings.size() > most) said << tr("%n more", nullptr, static_cast<int>(warnings.size() - most));
    show_note(tr("%1 is open. %2.").arg(file, said.join(QStringLiteral("; "))));
}

void ErrorBar::show_text(const QString &text, bool error)
{
    m_error = error;
    m_link.hide();
    m_text.setText(text);
    m_text.setAccessibleName(text);
    setAccessibleDescription(text);
    show();
    update();
}

void ErrorBar::paintEvent(QPaintEvent *)
{
    const Palette &palette = current_palette();
    QPainter painter(this);
    painter.fillRect(rect(), palette.window);
    const QColor mark = m_error ? palette.no : palette.muted;
    painter.fillRect(QRect(0, 0, 4, height()), mark);
    draw_edge(painter, rect(), Qt::BottomEdge, palette.rule);
    paint_icon(painter, QRectF(18, height() / 2.0 - 8, 16, 16), m_error ? Icon::warning : Icon::mark, mark);
}

void ErrorBar::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        hide();
    else
        QWidget::keyPressEvent(event);
}

} // namespace plimsoll
