// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/card/card_block.h"
#include "core/report/model_card.h"
#include "core/report/writers.h"
#include "ui/charts/memory_chart.h"
#include "ui/controls/wording.h"
#include "ui/document/session_file.h"
#include "ui/document/text.h"
#include "ui/theme/theme.h"
#include "ui/window/chart_data.h"
#include "ui/window/exchange/exporter.h"
#include "ui/window/exchange/reproduce.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFileInfo>
#include <QPainter>
#include <QSvgGenerator>

namespace plimsoll {
namespace {

constexpr QSize picture_size{960, 540};
constexpr int headline_height = 40;

/// The answer in words over the chart, so that a picture says by itself what it shows.
void paint_page(QPainter &painter, const Snapshot &snapshot, const QRectF &target)
{
    const Palette &paper = palette_for({});
    painter.fillRect(target, paper.paper);
    painter.setPen(paper.text);
    painter.setFont(ui_font(TextSize::title));
    const QRectF words(target.left() + 16, target.top() + 6, target.width() - 32, headline_height - 6);
    painter.drawText(words, Qt::AlignVCenter | Qt::AlignLeft, answer_of(snapshot).headline);
    MemoryChart chart;
    chart.set_data(chart_data_of(snapshot));
    chart.render_to(painter, target.adjusted(0, headline_height, 0, 0), paper);
}

ReportInput report_input(const Export &what, const QString &suffix = QStringLiteral("md"))
{
    ReportInput input;
    const Snapshot &snapshot = what.snapshot;
    input.unit = snapshot.session.unit;
    for (std::size_t i = 0; i < snapshot.results.size(); ++i) {
        if (!snapshot.results[i].estimate) continue;
        if (static_cast<int>(i) == snapshot.session.selected) input.selected = input.answers.size();
        input.answers.push_back(plan_answer(snapshot, i));
    }
    input.command = utf8(what.command);
    if (what.command.isEmpty() && !what.session_path.isEmpty())
        input.command = "plimsoll report --plan \"" + utf8(QFileInfo(what.session_path).fileName()) + '"' +
                        (what.profile ? " --form profile" : "") + " --output report." + utf8(suffix);
    if (input.command.empty()) input.command = command_of(snapshot.session.plan_of(snapshot.session.current()));
    return input;
}

} // namespace

report::Document document_of(const Export &what, const QString &suffix)
{
    report::Document out = what.profile ? report::profile_of(report_input(what, suffix), *what.profile)
                                        : report::report_of(report_input(what, suffix), what.advice);
    for (report::Block &block : out.blocks)
        if (auto *sheet = std::get_if<report::Sheet>(&block)) {
            sheet->memory = chart_data_of(what.snapshot).columns; // with those that have no estimate, beside their baseline
            sheet->lines = what.snapshot.lines;                   // the cards are the session's, not the plan's
        }
    return out;
}

QImage chart_picture(const Snapshot &snapshot, double scale)
{
    QImage image(picture_size * scale, QImage::Format_RGB32);
    image.setDevicePixelRatio(scale);
    QPainter painter(&image);
    paint_page(painter, snapshot, QRectF(QPointF(), picture_size));
    return image;
}

QByteArray chart_svg(const Snapshot &snapshot)
{
    QBuffer buffer;
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(picture_size);
    generator.setViewBox(QRect(QPoint(), picture_size));
    generator.setTitle(answer_of(snapshot).headline);
    QPainter painter(&generator);
    paint_page(painter, snapshot, QRectF(QPointF(), picture_size));
    painter.end();
    return buffer.data();
}

Result<std::string> card_with_block(const Export &what, std::string_view card)
{
    const ReportInput input = report_input(what);
    if (input.answers.empty())
        return Error{{}, {}, {}, utf8(QCoreApplication::translate("Export", "There is no estimate to export yet."))};
    return card::with_block(card, report::card_block(input));
}

QString model_card_block(const Export &what)
{
    const ReportInput input = report_input(what);
    return input.answers.empty() ? QString() : qt(model_card(input));
}

std::optional<Error> write_export(const Export &what, const QString &suffix, const QString &path)
{
    if (report_input(what).answers.empty())
        return Error{{}, {}, {}, utf8(QCoreApplication::translate("Export", "There is no estimate to export yet."))};
    const auto text = report::written(document_of(what, suffix), utf8(suffix));
    return text.ok() ? write_bytes(QByteArray::fromStdString(*text), path) : text.error();
}

} // namespace plimsoll
