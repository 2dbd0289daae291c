// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/live/gpu_corner.h"

#include "ui/document/text.h"
#include "ui/panels/live/live_words.h"
#include "ui/theme/device_pixels.h"
#include "ui/theme/palette.h"

#include <QPainter>
#include <QStyle>

#include <algorithm>

namespace plimsoll {

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
    if (hasFocus()) draw_frame(painter, rect(), palette.link);
    const auto place = [&](const QRect &part) { return QStyle::visualRect(layoutDirection(), rect(), part); };
    painter.setPen(palette.text);
    painter.drawText(place(rect().adjusted(24, 0, -4, 0)), Qt::AlignVCenter | Qt::AlignLeading, text());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_present ? palette.fits : palette.muted, 1.2));
    painter.setBrush(m_present ? QBrush(palette.fits) : QBrush(Qt::NoBrush));
    painter.drawEllipse(QRectF(place(QRect(9, height() / 2 - 4, 8, 8))));
}

} // namespace plimsoll
