// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/answer.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "core/report/document.h"
#include "core/report/writers.h"
#include "tests/core/report/writer_contract.h"
#include "tests/test_program.h"
#include "tests/ui/charts/samples.h"
#include "ui/charts/memory_chart.h"
#include "ui/report/drawn_writers.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QImage>
#include <QLabel>
#include <QPainter>
#include <QSvgRenderer>
#include <QTest>

#include <algorithm>
#include <cstdlib>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

QImage shrunk(const QImage &image) { return image.scaled(231, 327, Qt::IgnoreAspectRatio, Qt::SmoothTransformation); }

} // namespace

class TestReport : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { new Theme(qApp, ThemeChoice::dark); }

    void the_page_says_verdict_sum_and_advice()
    {
        const report::Sheet page = samples::sheet();
        QCOMPARE(page.verdict, std::string("Fits on RTX 4090"));
        QCOMPARE(page.word, Word::fits);
        QCOMPARE(page.breakdown.rows.back()[1].text, std::string("16,282,288,128"));
        QCOMPARE(page.breakdown.rows.back()[2].text, std::string("15.16"));
        QCOMPARE(page.scenarios.rows.size(), std::size_t{4});
        QCOMPARE(*page.scenarios.rows[0][4].mark, Word::does_not_fit);
        for (const report::TextRun &cell : page.scenarios.rows[3]) QVERIFY(cell.strong);
        QCOMPARE(page.recommendations.rows[2][3].text, std::string("no effect: is 1 already"));
        // What is far above the line says little on paper; the one that the page speaks of always stays.
        const MemoryChartData memory = memory_on_page(page);
        QCOMPARE(memory.columns.size(), std::size_t{2});
        QVERIFY(memory.columns.back().selected);
    }

    /// One unit on a page.
    void a_page_in_gb_says_what_gb_are()
    {
        const auto print_of = [](ByteUnit unit) {
            ReportInput input;
            input.answers.push_back({"a plan", {}, {}});
            input.answers[0].estimate.fullest().peak.device = 16 * gib;
            input.unit = unit;
            const report::Sheet page = report::sheet_of(input, {});
            QString out = QString::fromStdString(page.citation);
            for (const auto &[title, text] : page.fine_print) out += QLatin1Char(' ') + QString::fromStdString(text);
            return out;
        };
        QVERIFY(print_of(ByteUnit::binary).contains(QStringLiteral("GiB = 2³⁰ bytes")));
        QVERIFY(print_of(ByteUnit::decimal).contains(QStringLiteral("GB = 10⁹ bytes")));
        QVERIFY(print_of(ByteUnit::decimal).contains(QStringLiteral("need 17.2 GB")));
        QVERIFY2(!print_of(ByteUnit::decimal).contains(QStringLiteral("GiB")), qPrintable(print_of(ByteUnit::decimal)));
    }

    /// An extraction works on batches as training does; the context of a run that is not planned stays out of it.
    void the_work_is_that_of_the_task()
    {
        const auto work_of = [](Task task) {
            ReportInput input;
            PlanAnswer answer;
            answer.name = "a plan";
            answer.estimate.plan.plan.task = task;
            answer.estimate.plan.plan.micro_batch = 8;
            answer.estimate.plan.plan.sequence_length = 512;
            answer.estimate.plan.plan.inference.sequences = 3;
            answer.estimate.plan.plan.inference.context = 9000;
            input.answers.push_back(answer);
            for (const auto &row : report::sheet_of(input, {}).configuration.rows)
                if (row[0].text == "Work") return row[1].text;
            return std::string();
        };
        QCOMPARE(work_of(Task::train), std::string("micro batch 8 × 512 tokens"));
        QCOMPARE(work_of(Task::extract), std::string("micro batch 8 × 512 tokens"));
        QCOMPARE(work_of(Task::infer), std::string("3 sequences of 9,000 tokens"));
    }

    /// What they are really held in: preparing for k-bit training raised the embeddings.
    void weights_are_called_by_what_they_are_held_in()
    {
        const auto said = [](std::vector<HeldType> held) {
            ReportInput input;
            PlanAnswer answer;
            answer.estimate.plan.plan.weights = {WeightDtype::bf16, "nf4", true};
            answer.estimate.fullest().at_peak = {{.component = Component::weights, .bytes = 100, .held = std::move(held)}};
            input.answers.push_back(answer);
            for (const auto &row : report::sheet_of(input, {}).configuration.rows)
                if (row[0].text == "Weights") return row[1].text;
            return std::string();
        };
        QCOMPARE(said({{"nf4", 60, 0}, {"fp32", 39, 38}, {"bf16", 1, 0}}), std::string("nf4, double quantised; embeddings FP32"));
        QCOMPARE(said({}), std::string("nf4, double quantised; the rest BF16"));
    }

    void paper_is_light_whatever_the_window_is()
    {
        const auto image = QImage::fromData(*report_file(samples::sheet(), QStringLiteral("png")));
        QCOMPARE(image.width(), 1848);
        QVERIFY(image.height() >= 2614);
        for (const QPoint corner :
             {QPoint(2, 2), QPoint(1845, 2), QPoint(2, image.height() - 3), QPoint(1845, image.height() - 3)})
            QCOMPARE(image.pixelColor(corner), QColor(Qt::white));
    }

    void svg_shows_what_png_shows()
    {
        const auto svg = *report_file(samples::sheet(), QStringLiteral("svg"));
        QVERIFY(svg.contains("<text"));
        QVERIFY(!svg.contains("<image")); // nothing rasterised
        QVERIFY(!svg.contains("nan") && !svg.contains("inf\""));
        QSvgRenderer renderer(svg);
        QVERIFY(renderer.isValid());
        const auto png =
            QImage::fromData(*report_file(samples::sheet(), QStringLiteral("png"))).convertToFormat(QImage::Format_RGB32);
        QImage drawn(png.size(), QImage::Format_RGB32);
        drawn.fill(Qt::white);
        QPainter painter(&drawn);
        renderer.render(&painter);
        painter.end();
        const auto a = shrunk(png), b = shrunk(drawn);
        qint64 sum = 0;
        for (int y = 0; y < a.height(); ++y)
            for (int x = 0; x < a.width(); ++x) sum += std::abs(qGray(a.pixel(x, y)) - qGray(b.pixel(x, y)));
        const double mean = static_cast<double>(sum) / (a.width() * a.height());
        QVERIFY2(mean < 4, qPrintable(QString::number(mean)));
    }

    void pdf_embeds_its_fonts_on_one_page()
    {
        const auto pdf = *report_file(samples::sheet(), QStringLiteral("pdf"));
        QVERIFY(pdf.startsWith("%PDF-"));
        QVERIFY(pdf.contains("/FontFile"));
        QCOMPARE(pdf.count("/Type /Page\n") + pdf.count("/Type /Page "), 1);
    }

    /// The same document in every format that the window has: those of core and those that are drawn.
    void every_format_writes_the_document()
    {
        add_drawn_writers();
        const report::Document document = samples::document();
        QStringList endings;
        for (const report::Writer &writer : report::writers()) {
            endings << QString::fromUtf8(writer.ending.data(), static_cast<qsizetype>(writer.ending.size()));
            const std::string fault = contract::fault_of(writer, document);
            QVERIFY2(fault.empty(), fault.c_str());
        }
        QCOMPARE(endings.join(u' '), QStringLiteral("md html json csv tex png svg pdf"));
    }

    /// What an engine claims, and the phases of its start.
    void an_engines_sheet_is_drawn()
    {
        const auto plan =
            plan_from_json(R"({"model": {"preset": "qwen2.5-0.5b"}, "task": "infer", "inference": {"engine": "vllm"},)"
                           R"( "target": {"gpus": ["GeForce RTX 4090"]}})");
        ReportInput input;
        input.answers.push_back(*answer(*load_model(plan->plan.model), plan->plan));
        const report::Sheet sheet = report::sheet_of(input, {});
        QVERIFY(sheet.memory.front().claim > sheet.memory.front().total);
        QCOMPARE(sheet.step->back().phase, Phase::serve);
        for (const auto &row : sheet.configuration.rows) QVERIFY(row[0].text != "Stack"); // nothing runs one
        QVERIFY(report_file(sheet, QStringLiteral("svg")).ok());
    }

    void other_formats_are_refused_by_name()
    {
        const auto result = report_file(samples::sheet(), QStringLiteral("bmp"));
        QVERIFY(!result.ok());
        QCOMPARE(result.error().read, std::string("bmp"));
    }

    /// Of the intervals whose whiskers stand there; a cut column has none.
    void caption_gives_the_whiskers_in_percent()
    {
        MemoryChart chart;
        const auto note_of = [&](const MemoryChartData &data) {
            chart.set_data(data);
            const auto labels = chart.findChildren<QLabel *>();
            const auto said = std::ranges::find_if(labels, [](auto *one) { return one->text().startsWith(u"whisker"); });
            return said == labels.end() ? QString() : (*said)->text();
        };
        auto data = samples::precisions(); // QLoRA and LoRA are not cut, ±4 % each
        QCOMPARE(note_of(data), QStringLiteral("whisker: interval ±4 %"));
        data.columns.back().interval = Interval{data.columns.back().total * 9 / 10, data.columns.back().total * 12 / 10};
        QCOMPARE(note_of(data), QStringLiteral("whisker: interval ±4–15 %"));
        std::erase_if(data.columns, [](const auto &column) { return !column.title.ends_with("full"); });
        QCOMPARE(note_of(data), QString());
    }
};

PLIMSOLL_TEST(TestReport)
} // namespace PLIMSOLL_FILE
#include "test_report.moc"
