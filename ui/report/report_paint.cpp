// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/memory_chart.h"
#include "ui/charts/paint.h"
#include "ui/charts/timeline/timeline_paint.h"
#include "ui/document/text.h"
#include "ui/report/report_page.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <algorithm>
#include <cmath>

namespace plimsoll {

namespace {

// The page in its own units: A4's proportions, margins of 60.
constexpr double page_width = 924, page_height = 1307, margin = 60, content = page_width - 2 * margin, row = 22;

TimelineData step_on(const report::Sheet &sheet, const MemoryChartData &memory)
{
    TimelineData data;
    data.numbers = memory.numbers;
    data.lines = memory.lines;
    data.points = sheet.step;
    data.held = sheet.held;
    data.engine = engine_spans(sheet.engine, sheet.step);
    return data;
}

/// Draws downwards and knows how far it came.
class Page {
    Q_DECLARE_TR_FUNCTIONS(Report)
public:
    Page(QPainter &painter, const report::Sheet &sheet)
        : m_painter(painter), m_sheet(sheet), m_memory(memory_on_page(sheet)), m_colors(palette_for({}))
    {}

    void draw()
    {
        heading();
        const double top = m_y;
        chart({margin - 11, top + 8, content * 0.56, 330});
        const QString whiskers = whisker_note(m_memory);
        const QString where = tr("on the device, %1").arg(m_memory.numbers.unit_name());
        caption(margin, top, tr("Memory"), whiskers.isEmpty() ? where : tr("%1; %2").arg(where, whiskers));
        double y = table(m_sheet.breakdown, margin + content * 0.585, top, content * 0.415);
        for (const std::string &note : m_sheet.breakdown_notes)
            y = paragraph({}, qt(note), margin + content * 0.585, y + 4, content * 0.415);
        m_y = std::max(top + 372, y + 12);
        if (!m_sheet.scenarios.rows.empty()) m_y = table(m_sheet.scenarios, margin, m_y, content) + 24;
        if (!m_sheet.ranks.rows.empty()) m_y = table(m_sheet.ranks, margin, m_y, content) + 24;
        timeline();
        const double first = content * 0.42, second = content * 0.55, middle = margin + content - second;
        const double below = table(m_sheet.configuration, margin, m_y, first);
        double other = m_sheet.recommendations.rows.empty() ? m_y - 12 : table(m_sheet.recommendations, middle, m_y, second);
        if (!m_sheet.citation.empty()) other = paragraph(tr("To cite."), qt(m_sheet.citation), middle, other + 12, second);
        m_y = std::max(below, other) + 18;
        rule(m_y, m_colors.rule);
        m_y += 10;
        for (const auto &[title, text] : m_sheet.fine_print) m_y = paragraph(qt(title), qt(text), margin, m_y, content);
    }

    [[nodiscard]] double height() const { return m_y + margin * 0.8; }

private:
    void text(const QString &what, double x, double y, const QFont &font, const QColor &color,
              Qt::Alignment align = Qt::AlignLeft)
    {
        m_painter.setFont(font);
        m_painter.setPen(color);
        paint_text(m_painter, {what, {x, y}, align});
    }

    void rule(double y, const QColor &color)
    {
        m_painter.setPen(QPen(color, 1));
        m_painter.drawLine(QPointF(margin, y), QPointF(margin + content, y));
    }

    void caption(double x, double y, const QString &title, const QString &detail)
    {
        const auto bold = ui_font(TextSize::body, true);
        text(title, x, y, bold, m_colors.text);
        text(detail, x + QFontMetricsF(bold).horizontalAdvance(title) + 5, y, ui_font(TextSize::body), m_colors.muted);
    }

    void heading()
    {
        const auto big = ui_font(TextSize::title, true);
        const QFontMetricsF metrics(big);
        paint_icon(m_painter, {margin - 1, m_y - 15, 30, 30}, Icon::mark, m_colors.text);
        double room = content - 42;
        if (const QString verdict = qt(m_sheet.verdict); !verdict.isEmpty()) {
            const double width = metrics.horizontalAdvance(verdict);
            const auto color = m_colors.verdict(m_sheet.word);
            text(verdict, margin + content, m_y, big, color, Qt::AlignRight);
            paint_icon(m_painter, {margin + content - width - 28, m_y - 10, 20, 20}, icon_of(m_sheet.word), color);
            room -= width + 48;
        }
        text(metrics.elidedText(qt(m_sheet.title), Qt::ElideRight, room), margin + 42, m_y, big, m_colors.text);
        m_y += 29;
        for (std::size_t i = 0; i < m_sheet.summary.size(); ++i, m_y += 24) {
            const auto font = ui_font(TextSize::body);
            text(QFontMetricsF(font).elidedText(qt(m_sheet.summary[i]), Qt::ElideRight, content), margin, m_y, font,
                 i == 0 ? m_colors.text : m_colors.muted);
        }
        rule(m_y + 2, m_colors.text);
        m_y += 26;
    }

    void chart(const QRectF &where)
    {
        MemoryChart drawn;
        drawn.set_data(m_memory);
        drawn.render_to(m_painter, where, m_colors);
        for (const auto &column : drawn.layout_shown().columns) {
            const auto it = std::ranges::find(m_memory.columns, utf8(column.id), &MemoryColumn::id);
            const auto font = ui_font(TextSize::caption, it->selected);
            const auto title =
                QFontMetricsF(font).elidedText(qt(it->title), Qt::ElideRight, drawn.layout_shown().column_pitch - 4);
            text(title, where.left() + column.box.center().x(), where.bottom() + 8, font, m_colors.text, Qt::AlignHCenter);
        }
    }

    void timeline()
    {
        if (!m_sheet.step || m_sheet.step->empty()) return;
        const TimelineData data = step_on(m_sheet, m_memory);
        caption(margin, m_y, is_start(data) ? tr("The engine's start") : tr("One step"),
                tr("allocated, %1").arg(data.numbers.unit_name()));
        const QRectF where(margin - 4, m_y + 6, content + 4, 176);
        const auto geometry = lay_out(data, where.size(), {}, 0.5);
        m_painter.save();
        m_painter.translate(where.topLeft());
        paint_timeline(m_painter, geometry, m_colors);
        m_painter.restore();
        m_y = where.bottom() + 20;
    }

    /// Left-aligned text after right-aligned figures needs more room than figures among themselves.
    static double lead(const report::Table &table, std::size_t column)
    {
        const auto to_right = [&](std::size_t c) { return table.columns[c].figures; };
        return column > 0 && to_right(column - 1) && !to_right(column) ? 12 : 0;
    }

    /// Widths of columns: what their texts need, the rest to the left-aligned ones; too much is taken from the widest.
    std::vector<double> widths(const report::Table &table, double width) const
    {
        const QFontMetricsF plain(ui_font()), bold(ui_font(TextSize::caption, true));
        std::vector<double> out(table.columns.size(), 0);
        for (std::size_t c = 0; c < out.size(); ++c) {
            out[c] = plain.horizontalAdvance(qt(table.columns[c].title)) + 14;
            for (const auto &line : table.rows) {
                if (c >= line.size()) continue;
                const report::TextRun &cell = line[c];
                const double mark = cell.mark || cell.swatch ? 18 : 0;
                out[c] = std::max(out[c], (cell.strong ? bold : plain).horizontalAdvance(qt(cell.text)) + mark + 14);
            }
            out[c] += lead(table, c) - (c + 1 == out.size() ? 14 : 0);
        }
        double sum = 0;
        for (const double w : out) sum += w;
        if (sum > width) {
            *std::ranges::max_element(out) -= sum - width;
        } else if (!out.empty()) {
            const bool labels = table.columns.front().title.empty();
            if (labels) {
                out.back() += width - sum;
            } else {
                for (double &w : out) w += (width - sum) / static_cast<double>(out.size());
            }
        }
        return out;
    }

    void cell(const report::TextRun &what, double x, double y, double width, bool to_right, const QColor &color)
    {
        const auto font = ui_font(TextSize::caption, what.strong);
        if (what.swatch) {
            const auto fill = m_colors.fill(static_cast<Group>(*what.swatch));
            m_painter.setPen(QPen(m_colors.needs_outline(fill) ? m_colors.outline_of(fill) : fill, 1));
            m_painter.setBrush(fill);
            m_painter.drawRect(QRectF(x, y - 5, 10, 10));
        }
        if (what.mark) paint_icon(m_painter, {x, y - 6, 12, 12}, icon_of(*what.mark), m_colors.verdict(*what.mark));
        const double shift = what.mark || what.swatch ? 18 : 0;
        const auto shown = QFontMetricsF(font).elidedText(qt(what.text), Qt::ElideRight, std::max(width - shift + 0.5, 8.0));
        text(shown, to_right ? x + width : x + shift, y, font, color, to_right ? Qt::AlignRight : Qt::AlignLeft);
    }

    /// Draws at a caption's middle `y`; returns the y below the last row.
    double table(const report::Table &what, double x, double y, double width)
    {
        caption(x, y, qt(what.caption), qt(what.detail));
        const auto columns = widths(what, width);
        const auto line = [&](double at) {
            m_painter.setPen(QPen(m_colors.rule, 1));
            m_painter.drawLine(QPointF(x, at), QPointF(x + width, at));
        };
        const auto draw_row = [&](const std::vector<report::TextRun> &cells, bool header) {
            double at = x;
            for (std::size_t c = 0; c < std::min(cells.size(), columns.size()); ++c) {
                const bool label = header || (c == 0 && what.columns.front().title.empty());
                const double before = lead(what, c), after = c + 1 == columns.size() ? 0 : 14;
                cell(cells[c], at + before, y, columns[c] - before - after, what.columns[c].figures,
                     label ? m_colors.muted : m_colors.text);
                at += columns[c];
            }
            line(y + row / 2);
        };
        y += row;
        if (!what.columns.front().title.empty()) {
            std::vector<report::TextRun> header;
            for (const auto &column : what.columns) header.push_back({column.title});
            draw_row(header, true);
            y += row;
        }
        for (const std::vector<report::TextRun> &entry : what.rows) {
            draw_row(entry, false);
            y += row;
        }
        return y;
    }

    /// Small print with a bold beginning, wrapped; returns the y below it.
    double paragraph(const QString &title, const QString &what, double x, double y, double width)
    {
        auto plain = ui_font(), bold = ui_font(TextSize::caption, true);
        plain.setPixelSize(10);
        bold.setPixelSize(10);
        const QFontMetricsF metrics(plain);
        double at = x;
        if (!title.isEmpty()) {
            text(title, x, y, bold, m_colors.text);
            at += QFontMetricsF(bold).horizontalAdvance(title) + 4;
        }
        QString line;
        const auto words = what.split(QLatin1Char(' '), Qt::SkipEmptyParts);
        for (const auto &word : words) {
            const auto longer = line.isEmpty() ? word : line + QLatin1Char(' ') + word;
            if (!line.isEmpty() && at + metrics.horizontalAdvance(longer) > x + width) {
                text(line, at, y, plain, m_colors.muted);
                line = word;
                at = x;
                y += 15;
            } else {
                line = longer;
            }
        }
        text(line, at, y, plain, m_colors.muted);
        return y + 15;
    }

    QPainter &m_painter;
    const report::Sheet &m_sheet;
    const MemoryChartData m_memory;
    const Palette &m_colors;
    double m_y = margin;
};

/// Height of the whole page in its own units, at least A4's.
double height_of(const report::Sheet &sheet)
{
    QImage nowhere(8, 8, QImage::Format_RGB32);
    QPainter painter(&nowhere);
    Page drawn(painter, sheet);
    drawn.draw();
    return std::max(page_height, std::ceil(drawn.height()));
}

QByteArray png(const report::Sheet &sheet)
{
    constexpr double scale = 2;
    const QSizeF size(page_width, height_of(sheet));
    QImage image((size * scale).toSize(), QImage::Format_RGB32);
    image.setDotsPerMeterX(7874);
    image.setDotsPerMeterY(7874);
    {
        QPainter painter(&image);
        painter.setRenderHint(QPainter::Antialiasing);
        paint_report(painter, sheet, image.rect());
    }
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

QByteArray svg(const report::Sheet &sheet)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    const QSize size(static_cast<int>(page_width), static_cast<int>(height_of(sheet)));
    generator.setSize(size);
    generator.setViewBox(QRect({}, size));
    generator.setTitle(qt(sheet.title));
    generator.setDescription(sheet.summary.empty() ? QString() : qt(sheet.summary.front()));
    QPainter painter(&generator);
    paint_report(painter, sheet, QRectF({}, QSizeF(size)));
    painter.end();
    return bytes;
}

QByteArray pdf(const report::Sheet &sheet)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageMargins({});
    writer.setResolution(300);
    writer.setTitle(qt(sheet.title));
    writer.setCreator(QStringLiteral("Plimsoll " PLIMSOLL_VERSION));
    QPainter painter(&writer);
    paint_report(painter, sheet, QRectF(0, 0, writer.width(), writer.height()));
    painter.end();
    return bytes;
}

} // namespace

void paint_report(QPainter &painter, const report::Sheet &sheet, const QRectF &target)
{
    const auto &colors = palette_for({});
    painter.save();
    painter.fillRect(target, colors.paper);
    const double scale = std::min(target.width() / page_width, target.height() / height_of(sheet));
    painter.translate(target.left() + (target.width() - page_width * scale) / 2, target.top());
    painter.scale(scale, scale);
    painter.setRenderHint(QPainter::Antialiasing);
    Page(painter, sheet).draw();
    painter.restore();
}

Result<QByteArray> report_file(const report::Sheet &sheet, const QString &suffix)
{
    if (suffix == QStringLiteral("png")) return png(sheet);
    if (suffix == QStringLiteral("svg")) return svg(sheet);
    if (suffix == QStringLiteral("pdf")) return pdf(sheet);
    return Error{"output", suffix.toStdString(), "png, svg, pdf", {}};
}

} // namespace plimsoll
