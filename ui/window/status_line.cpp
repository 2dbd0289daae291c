// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/status_line.h"

#include "ui/controls/wording.h"
#include "ui/document/text.h"
#include "ui/plan/model_items.h"
#include "ui/theme/device_pixels.h"
#include "ui/theme/palette.h"

#include <QPainter>
#include <QStyle>

namespace plimsoll {

StatusLine::StatusLine(const Desk &desk, QWidget *parent) : QLabel(parent), m_desk(desk)
{
    setTextFormat(Qt::PlainText);
    setForegroundRole(QPalette::PlaceholderText);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
    setContentsMargins(10, 0, 10, 0);
}

void StatusLine::show_state()
{
    const Snapshot &snapshot = m_desk.snapshot();
    const auto &estimate = snapshot.current().estimate;
    QStringList parts{model_title(snapshot.session.current().plan.model, estimate.get())};
    if (estimate && estimate->architecture) {
        const QString count = numbers_of(snapshot.session).count(estimate->total_parameters);
        parts << (estimate->architecture->exact ? tr("%1 parameters, exact").arg(count)
                                                : tr("%1 parameters, approximated").arg(count));
        if (const QString interval = estimate->lower_bound_reason.empty() ? interval_text(estimate->shown()) : QString();
            !interval.isEmpty()) // of what is known alone it would be of a figure that nobody stands behind
            parts << tr("estimate %1 for this kind of run").arg(interval);
    }
    const Document &document = m_desk.document;
    parts << (document.path().isEmpty() ? tr("not saved as a file") : document.modified() ? tr("changed") : tr("saved"));
    setText(parts.join(QStringLiteral("  ·  ")));
    setAccessibleName(tr("Status: %1").arg(text()));
}

LiveWarning::LiveWarning(QWidget *parent) : QToolButton(parent)
{
    setAutoRaise(true);
    setFocusPolicy(Qt::TabFocus);
    hide();
}

void LiveWarning::show_warnings(const QStringList &sentences, bool silent)
{
    setVisible(!sentences.isEmpty());
    if (sentences.isEmpty()) return;
    const auto others = static_cast<int>(sentences.size()) - 1;
    setText(others > 0 ? tr("%1 %n more", nullptr, others).arg(sentences.front()) : sentences.front());
    QStringList tip = sentences;
    if (silent) tip << tr("This desktop has no tray for messages.");
    setToolTip(tip.join(QLatin1Char('\n')));
    setAccessibleName(tr("Warning: %1").arg(text()));
    setAccessibleDescription(tip.join(QLatin1Char(' ')));
    updateGeometry();
    update();
}

QSize LiveWarning::sizeHint() const { return {fontMetrics().horizontalAdvance(text()) + 36, fontMetrics().height() + 6}; }

void LiveWarning::paintEvent(QPaintEvent *)
{
    const Palette &colors = palette_matching(palette());
    QPainter painter(this);
    if (underMouse()) painter.fillRect(rect(), colors.selection);
    if (hasFocus()) draw_frame(painter, rect(), colors.link);
    painter.setPen(colors.tight);
    const auto place = [&](const QRect &part) { return QStyle::visualRect(layoutDirection(), rect(), part); };
    painter.drawText(place(rect().adjusted(24, 0, -8, 0)), Qt::AlignVCenter | Qt::AlignLeading, text());
    painter.drawText(place(QRect(8, 0, 14, height())), Qt::AlignVCenter | Qt::AlignLeading, QStringLiteral("!"));
}

} // namespace plimsoll
