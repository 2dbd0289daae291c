// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/drawn_writers.h"

#include "core/report/writers.h"
#include "ui/report/chart_picture.h"
#include "ui/report/report_page.h"

namespace plimsoll {

namespace {

Error nothing_drawn() { return {"--output", {}, {}, "this report has nothing that is drawn"}; }

Result<std::string> drawn(const report::Document &document, const QString &ending)
{
    const auto *sheet = report::block_of<report::Sheet>(document);
    if (sheet == nullptr) return nothing_drawn();
    const Result<QByteArray> bytes = report_file(*sheet, ending);
    return bytes.ok() ? bytes->toStdString() : Result<std::string>(bytes.error());
}

Result<std::string> draw_png(const report::Document &document) { return drawn(document, QStringLiteral("png")); }
Result<std::string> draw_svg(const report::Document &document) { return drawn(document, QStringLiteral("svg")); }
Result<std::string> draw_pdf(const report::Document &document) { return drawn(document, QStringLiteral("pdf")); }

} // namespace

void add_drawn_writers()
{
    report::add_writer({"png", "PNG", draw_png});
    report::add_writer({"svg", "SVG", draw_svg});
    report::add_writer({"pdf", "PDF", draw_pdf});
}

Result<std::string> chart_of_document(const report::Document &document, const std::string &ending, bool dark)
{
    const auto *sheet = report::block_of<report::Sheet>(document);
    if (sheet == nullptr) return nothing_drawn();
    const Result<QByteArray> bytes = chart_file(*sheet, QString::fromStdString(ending), dark);
    return bytes.ok() ? bytes->toStdString() : Result<std::string>(bytes.error());
}

} // namespace plimsoll
