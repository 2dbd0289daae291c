// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/chart_picture.h"

#include "ui/charts/memory_chart.h"
#include "ui/document/text.h"
#include "ui/report/report_page.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QBuffer>
#include <QImage>
#include <QPainter>
#include <QSvgGenerator>

#include <algorithm>

namespace plimsoll {

namespace {

constexpr QSize size{800, 480};
constexpr double head = 44, foot = 30, side = 12;

void paint_titles(QPainter &painter, MemoryChart &chart, const MemoryChartData &data, QPointF corner, const Palette &colors)
{
    for (const auto &column : chart.layout_shown().columns) {
        const auto it = std::ranges::find(data.columns, utf8(column.id), &MemoryColumn::id);
        const QFont font = ui_font(TextSize::caption, it->selected);
        const double pitch = chart.layout_shown().column_pitch - 4;
        painter.setFont(font);
        painter.setPen(colors.text);
        painter.drawText(QRectF(corner.x() + column.box.center().x() - pitch / 2, corner.y(), pitch, foot - 8), Qt::AlignCenter,
                         QFontMetricsF(font).elidedText(qt(it->title), Qt::ElideRight, pitch));
    }
}

void paint_chart(QPainter &painter, const report::Sheet &sheet, const Palette &colors)
{
    const MemoryChartData memory = memory_on_page(sheet);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRectF(QPointF(), size), colors.paper);
    const bool judged = !sheet.verdict.empty();
    if (judged) paint_icon(painter, {side, head / 2 - 9, 18, 18}, icon_of(sheet.word), colors.verdict(sheet.word));
    const QString words = qt(judged ? sheet.verdict : sheet.title);
    const double left = judged ? side + 26 : side, room = size.width() - left - side;
    const QFont font = ui_font(TextSize::title, true);
    painter.setFont(font);
    painter.setPen(colors.text);
    painter.drawText(QRectF(left, 0, room, head), Qt::AlignVCenter | Qt::AlignLeft,
                     QFontMetricsF(font).elidedText(words, Qt::ElideRight, room));
    const QRectF where(0, head, size.width(), size.height() - head - foot);
    MemoryChart chart;
    chart.set_data(memory);
    chart.render_to(painter, where, colors);
    paint_titles(painter, chart, memory, where.bottomLeft(), colors);
}

QByteArray svg(const report::Sheet &sheet, const Palette &colors)
{
    QBuffer buffer;
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(size);
    generator.setViewBox(QRect(QPoint(), size));
    generator.setTitle(qt(sheet.title));
    generator.setDescription(sheet.summary.empty() ? QString() : qt(sheet.summary.front()));
    QPainter painter(&generator);
    paint_chart(painter, sheet, colors);
    painter.end();
    return buffer.data();
}

QByteArray png(const report::Sheet &sheet, const Palette &colors)
{
    constexpr double scale = 2;
    QImage image(size * scale, QImage::Format_RGB32);
    image.setDevicePixelRatio(scale);
    {
        QPainter painter(&image);
        paint_chart(painter, sheet, colors);
    }
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return buffer.data();
}

} // namespace

Result<QByteArray> chart_file(const report::Sheet &sheet, const QString &suffix, bool dark)
{
    const Palette &colors = palette_for({.dark = dark});
    if (suffix == QStringLiteral("svg")) return svg(sheet, colors);
    if (suffix == QStringLiteral("png")) return png(sheet, colors);
    return Error{"pictures", suffix.toStdString(), "svg | png", {}};
}

} // namespace plimsoll
