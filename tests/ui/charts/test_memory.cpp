// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/test_program.h"
#include "tests/ui/charts/samples.h"
#include "ui/charts/hatch.h"
#include "ui/charts/memory_chart.h"
#include "ui/charts/memory_table.h"
#include "ui/charts/scenario_strip.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QAbstractItemModelTester>
#include <QAbstractScrollArea>
#include <QApplication>
#include <QLineEdit>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include <cmath>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

namespace {

constexpr QSizeF plot_size(640, 316);

const PlacedSegment *segment(const MemoryGeometry &g, const QString &column, Group group)
{
    for (const auto &placed : g.column(column)->segments)
        if (placed.spot.group == group && !placed.above_break) return &placed;
    return nullptr;
}

bool overlap(const PlacedText &a, const PlacedText &b) { return std::abs(a.at.y() - b.at.y()) < 12; }

QWidget *viewport_of(QWidget *plot) { return qobject_cast<QAbstractScrollArea *>(plot)->viewport(); }

} // namespace

class TestMemory : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { new Theme(qApp, ThemeChoice::light); }

    void axis_reaches_about_a_third_above_the_line_data()
    {
        QTest::addColumn<double>("line");
        QTest::addColumn<double>("tallest");
        QTest::addColumn<double>("top");
        QTest::addColumn<int>("steps");
        QTest::newRow("24 GB card") << 23.6 << 117.0 << 32.0 << 4;
        QTest::newRow("8 GB card, all columns just fit") << 7.6 << 15.2 << 16.0 << 4;
        QTest::newRow("8 GB card, one column far above") << 7.6 << 60.0 << 10.0 << 5;
        QTest::newRow("16 GB budget") << 16.0 << 117.0 << 20.0 << 5;
        QTest::newRow("80 GB card, small plan") << 79.1 << 2.0 << 96.0 << 3;
        QTest::newRow("no line") << 0.0 << 15.2 << 16.0 << 4;
        QTest::newRow("nothing") << 0.0 << 0.0 << 4.0 << 4;
        QTest::newRow("tiny") << 0.0 << 0.11 << 0.125 << 4;
    }
    void axis_reaches_about_a_third_above_the_line()
    {
        QFETCH(double, line);
        QFETCH(double, tallest);
        QFETCH(double, top);
        QFETCH(int, steps);
        const auto range = axis_range(line, tallest);
        QCOMPARE(range.top, top);
        QCOMPARE(range.steps, steps);
        QCOMPARE(range.step * range.steps, range.top);
        QCOMPARE(std::log2(range.step), std::round(std::log2(range.step)));
    }

    /// An interval that ends above the axis ends where it ends, within the chart; one that does not fit is left open.
    void whiskers_end_where_their_interval_does()
    {
        MemoryChartData data;
        data.lines.push_back({"8 GB RTX 3070", "RTX 3070", Bytes{76} * gib / 10, Bytes{4} * gib / 10, true});
        MemoryColumn column{.id = "0", .title = "QLoRA", .total = Bytes{149} * gib / 10};
        column.components[0] = column.total;
        for (const QSizeF size : {QSizeF(620, 340), QSizeF(1090, 780), QSizeF(300, 200)}) {
            column.interval = Interval{Bytes{128} * gib / 10, Bytes{169} * gib / 10};
            data.columns = {column};
            MemoryGeometry g = lay_out(data, size, 1);
            const PlacedWhisker whisker = g.column(u"0"_s)->whisker.value();
            QVERIFY(whisker.high >= 3 && !whisker.open);
            QVERIFY2(std::abs(whisker.high - g.y_of(16.9)) < 0.01, qPrintable(QString::number(whisker.high - g.y_of(16.9))));
            data.columns.front().interval->high = Bytes{60} * gib;
            g = lay_out(data, size, 1);
            QVERIFY(g.column(u"0"_s)->whisker->open && g.column(u"0"_s)->whisker->high >= 0);
        }
    }

    void axis_holds_every_line_with_room_above()
    {
        for (double line = 0.3; line < 3000; line *= 1.07) {
            const auto range = axis_range(line, 1e6);
            QVERIFY2(range.top >= 1.2 * line && range.top <= 1.8 * line, qPrintable(QString::number(line)));
            QVERIFY(range.steps >= 3 && range.steps <= 5);
        }
    }

    void segments_stack_without_gaps_and_in_scale()
    {
        const auto data = samples::precisions();
        const auto g = lay_out(data, plot_size);
        for (const auto &column : g.columns) {
            double edge = g.plot.bottom();
            for (const auto &placed : column.segments) {
                QCOMPARE(placed.rect.bottom(), edge);
                edge = placed.rect.top();
                QVERIFY(g.plot.left() <= placed.rect.left() && placed.rect.right() <= g.plot.right());
                QVERIFY(placed.rect.top() >= 0);
            }
            QCOMPARE(edge, column.box.top());
        }
        const auto *weights = segment(g, QStringLiteral("QLoRA"), Group::weights);
        QVERIFY(std::abs(weights->rect.height() - 7.197 / 32 * g.plot.height()) <= 0.5);
        QCOMPARE(segment(g, QStringLiteral("QLoRA"), Group::kv_cache), nullptr);
    }

    void tall_columns_are_cut_and_say_so()
    {
        const auto g = lay_out(samples::precisions(), plot_size);
        QVERIFY(g.column(QStringLiteral("FP32 full"))->cut);
        QVERIFY(!g.column(QStringLiteral("FP32 full"))->break_band.isEmpty());
        QCOMPARE(g.column(QStringLiteral("FP32 full"))->total.text, QStringLiteral("117\u00a0GiB ↑"));
        QVERIFY(!g.column(QStringLiteral("FP32 full"))->whisker);
        QVERIFY(!g.column(QStringLiteral("LoRA"))->cut);
        QCOMPARE(g.column(QStringLiteral("LoRA"))->total.text, QStringLiteral("19.9\u00a0GiB"));
        QVERIFY(g.column(QStringLiteral("LoRA"))->whisker->high < g.column(QStringLiteral("LoRA"))->whisker->low);
        QCOMPARE(g.notes.size(), std::size_t{2});
        QVERIFY(lay_out(samples::too_small(), plot_size).notes.empty());
    }

    void what_exceeds_the_line_is_hatched_above_it_only()
    {
        const auto g = lay_out(samples::precisions(), plot_size);
        const double line = g.lines[0].y;
        for (const auto &column : g.columns)
            for (const auto &placed : column.segments) {
                QVERIFY(placed.hatched.isEmpty() || placed.hatched.bottom() <= line + 0.01);
                QCOMPARE(placed.hatched.isEmpty(), placed.rect.top() >= line);
            }
        for (const auto &stroke : hatch_lines({10, 20, 30, 40}, 6)) {
            QVERIFY(QRectF(10, 20, 30, 40).adjusted(-1e-6, -1e-6, 1e-6, 1e-6).contains(stroke.p1()));
            QVERIFY(QRectF(10, 20, 30, 40).adjusted(-1e-6, -1e-6, 1e-6, 1e-6).contains(stroke.p2()));
        }
    }

    void a_hatch_keeps_to_its_rectangle_and_goes_on_in_the_next_data()
    {
        QTest::addColumn<double>("scale");
        for (const double scale : {1.0, 1.25, 1.5, 2.0, 3.0}) QTest::addRow("scale %g", scale) << scale;
    }

    /// In pixels, at every scale of the screen.
    void a_hatch_keeps_to_its_rectangle_and_goes_on_in_the_next()
    {
        QFETCH(double, scale);
        const auto painted = [&](const QList<QRectF> &rects) {
            QImage image((QSizeF(100, 80) * scale).toSize(), QImage::Format_ARGB32_Premultiplied);
            image.setDevicePixelRatio(scale);
            image.fill(Qt::black);
            QPainter painter(&image);
            painter.setRenderHint(QPainter::Antialiasing);
            for (const QRectF &rect : rects) paint_hatch(painter, rect, 6, QPen(Qt::white, 1.7, Qt::SolidLine, Qt::FlatCap));
            return image;
        };
        const QImage whole = painted({{20, 12, 60, 48}});
        QCOMPARE(painted({{20, 12, 60, 20}, {20, 32, 60, 28}}), whole);
        int inside = 0, outside = 0;
        for (int y = 0; y < whole.height(); ++y)
            for (int x = 0; x < whole.width(); ++x)
                (QRectF(20, 12, 60, 48).contains(QPointF(x + 0.5, y + 0.5) / scale) ? inside : outside) +=
                    qGray(whole.pixel(x, y)) > 127 ? 1 : 0;
        QCOMPARE(outside, 0);
        const double share = inside / (60 * 48 * scale * scale); // 1.7 of each 6 pixels
        QVERIFY2(share > 0.18 && share < 0.40, qPrintable(QString::number(share)));
    }

    void labels_need_sixteen_pixels_and_keep_clear_of_lines()
    {
        for (int height = 120; height <= 900; height += 20) {
            for (const auto &data : {samples::precisions(), samples::with_baseline(), samples::too_small(), samples::many(8)}) {
                const auto g = lay_out(data, QSizeF(700, height));
                for (const auto &column : g.columns) {
                    for (const auto &placed : column.segments) {
                        if (!placed.value) continue;
                        QVERIFY(placed.rect.height() >= 16);
                        QVERIFY(placed.rect.adjusted(0, -1, 0, 1).contains(placed.value->at));
                        QVERIFY(placed.name || placed.rect.height() < 64 || placed.rect.width() < 86 || g.lines.size() > 2);
                        for (const auto &line : g.lines) QVERIFY(line.above_axis || std::abs(line.y - placed.value->at.y()) >= 8);
                    }
                    for (const auto &line : g.lines) QVERIFY(line.above_axis || std::abs(line.y - column.total.at.y()) >= 8);
                    QVERIFY(!column.note || column.note->at.y() < column.total.at.y() - 12);
                }
            }
        }
    }

    void colliding_lines_stack_their_labels()
    {
        const auto g = lay_out(samples::many(8), plot_size);
        for (std::size_t i = 0; i < g.lines.size(); ++i)
            for (std::size_t j = i + 1; j < g.lines.size(); ++j) {
                QVERIFY(!overlap(g.lines[i].title, g.lines[j].title));
                QVERIFY(g.lines[i].detail.text.isEmpty() || !overlap(g.lines[i].detail, g.lines[j].title));
            }
        QVERIFY(g.lines[3].above_axis);
        QVERIFY(g.lines[3].title.text.startsWith(QStringLiteral("↑ 80 GB")));
        QCOMPARE(spread({{10, 20}, {12, 20}, {13, 20}}, 0, 100), (std::vector<double>{10, 30, 50}));
        QCOMPARE(spread({{90, 20}, {95, 20}}, 0, 100), (std::vector<double>{60, 80}));
    }

    void a_hundred_lines_show_as_many_as_have_room()
    {
        auto data = samples::precisions();
        data.lines.clear();
        for (int i = 0; i < 100; ++i)
            data.lines.push_back({"card " + std::to_string(i), {}, (i % 10 + 1) * 8 * gib, gib / 2, i == 0});
        const auto g = lay_out(data, plot_size);
        QCOMPARE(g.lines.front().index, std::size_t{0}); // the one that the answer speaks of
        QVERIFY(g.lines.size() > 5 && g.lines.size() < 30);
        QCOMPARE(g.notes.back().text, u"%1 more cards"_s.arg(100 - static_cast<int>(g.lines.size())));
        for (std::size_t i = 0; i < g.lines.size(); ++i) {
            QVERIFY(!overlap(g.lines[i].title, g.notes.back()));
            for (std::size_t j = i + 1; j < g.lines.size(); ++j) QVERIFY(!overlap(g.lines[i].title, g.lines[j].title));
        }
    }

    void columns_stay_readable_and_the_selected_one_stays_in_view()
    {
        QVERIFY(lay_out(samples::precisions(), plot_size).column_width >= 100);
        const auto g = lay_out(samples::many(24), plot_size);
        QVERIFY(g.hidden_columns > 0);
        QVERIFY(g.column(QStringLiteral("plan 12")));
        QVERIFY(g.column_width >= 36);
    }

    /// Whole waves, so that both ends of a break look alike.
    void a_break_is_the_same_on_both_sides()
    {
        for (const double width : {640.0, 1000.0, 2000.0}) {
            const auto g = lay_out(samples::precisions(), {width, 500});
            const auto &band = g.columns.front().break_band;
            QVERIFY(g.columns.front().cut);
            const auto half = band.size() / 2;
            QCOMPARE(band[0].y(), band[half - 1].y());
            QVERIFY(std::abs(g.columns.front().box.center().x() - (band[0].x() + band[half - 1].x()) / 2) < 0.01);
        }
    }

    void equal_titles_stay_two_columns()
    {
        auto data = samples::precisions();
        for (auto &column : data.columns) column.title = "same";
        MemoryChart chart;
        chart.resize(640, 380);
        chart.set_data(data);
        chart.show();
        QVERIFY(QTest::qWaitForWindowExposed(&chart));
        const auto image = chart.plot_widget()->grab().toImage();
        const auto &colors = palette_for({});
        for (const auto &column : chart.layout_shown().columns) {
            const auto &first = column.segments.front();
            QCOMPARE(image.pixelColor(first.rect.center().toPoint() + QPoint(0, 20)), colors.fill(Group::weights));
        }
    }

    void bars_and_grid_stand_where_the_layout_says_after_every_change()
    {
        MemoryChart chart;
        chart.resize(640, 380);
        chart.show();
        QVERIFY(QTest::qWaitForWindowExposed(&chart));
        const auto &colors = palette_for({});
        for (const auto &data : {samples::precisions(), samples::too_small(), samples::many(8), samples::with_baseline()}) {
            chart.set_data(data);
            const auto image = chart.plot_widget()->grab().toImage(); // at once: the next frame is right
            const auto &g = chart.layout_shown();
            for (const auto &column : g.columns)
                for (const auto &placed : column.segments) {
                    if (placed.above_break || !placed.hatched.isEmpty() || placed.rect.height() < 12) continue;
                    const auto x = static_cast<int>(placed.rect.left()) + 3;
                    const bool crossed = std::ranges::any_of(g.lines, [&](const auto &line) {
                        return line.y > placed.rect.top() - 6 && line.reserve.top() < placed.rect.bottom() + 6 &&
                               line.y - 6 < placed.rect.bottom();
                    });
                    if (crossed) continue;
                    const auto edge_color = colors.fill(placed.spot.group);
                    QCOMPARE(image.pixelColor(x, static_cast<int>(placed.rect.bottom()) - 2), edge_color);
                    QCOMPARE(image.pixelColor(x, static_cast<int>(placed.rect.top()) + 2), edge_color);
                }
            const int free = static_cast<int>(g.plot.right()) - 4;
            for (const auto &tick : g.ticks) {
                bool found = false;
                for (int y = static_cast<int>(tick.y) - 1; y <= static_cast<int>(tick.y) + 1; ++y)
                    found = found || (y >= 0 && y < image.height() && image.pixelColor(free, y) == colors.grid);
                const bool crossed = std::ranges::any_of(g.lines, [&](const auto &line) {
                    return std::abs(line.y - tick.y) < 5 || (line.reserve.top() - 2 < tick.y && tick.y < line.y);
                });
                QVERIFY2(found || crossed, qPrintable(tick.label));
            }
        }
    }

    void clicks_anywhere_in_every_state_do_no_harm()
    {
        MemoryChart chart;
        chart.resize(640, 380);
        chart.show();
        QVERIFY(QTest::qWaitForWindowExposed(&chart));
        for (const auto &data : {MemoryChartData{}, samples::precisions(), samples::many(24)}) {
            chart.set_data(data);
            auto *view = viewport_of(chart.plot_widget());
            QVERIFY(view);
            for (int x = 0; x < view->width(); x += std::max(view->width() / 9, 1))
                for (int y = 0; y < view->height(); y += std::max(view->height() / 9, 1)) {
                    QTest::mouseMove(view, {x, y});
                    QTest::mouseClick(view, Qt::LeftButton, {}, {x, y});
                    QTest::mouseDClick(view, Qt::LeftButton, {}, {x, y});
                }
            for (const auto &corner :
                 {view->rect().topLeft(), view->rect().topRight(), view->rect().bottomLeft(), view->rect().bottomRight()})
                QTest::mouseClick(view, Qt::LeftButton, {}, corner);
        }
    }

    void a_click_selects_and_the_keyboard_walks()
    {
        MemoryChart chart;
        chart.resize(640, 380);
        chart.set_data(samples::precisions());
        chart.show();
        QVERIFY(QTest::qWaitForWindowExposed(&chart));
        QSignalSpy spots(&chart, &MemoryChart::spot_selected), chosen(&chart, &MemoryChart::scenario_chosen),
            expanded(&chart, &MemoryChart::expand_toggled);
        auto *view = viewport_of(chart.plot_widget());
        const auto at = segment(chart.layout_shown(), QStringLiteral("LoRA"), Group::logits_loss)->rect.center().toPoint();
        QTest::mouseClick(view, Qt::LeftButton, {}, at);
        QCOMPARE(chart.selected(), (MemorySpot{QStringLiteral("LoRA"), Group::logits_loss, {}}));
        QCOMPARE(spots.count(), 1);
        QCOMPARE(chosen.takeFirst().first().toString(), QStringLiteral("LoRA"));
        chart.plot_widget()->setFocus();
        QTest::keyClick(chart.plot_widget(), Qt::Key_Up);
        QTest::keyClick(chart.plot_widget(), Qt::Key_Up);
        QCOMPARE(chart.selected()->group, Group::runtime);
        QTest::keyClick(chart.plot_widget(), Qt::Key_Right);
        QCOMPARE(chart.selected(), (MemorySpot{QStringLiteral("QLoRA"), Group::runtime, {}}));
        QTest::keyClick(chart.plot_widget(), Qt::Key_Return);
        QCOMPARE(expanded.count(), 1);
    }

    void the_wheel_goes_on_to_what_is_around()
    {
        MemoryChart chart;
        chart.resize(640, 380);
        chart.set_data(samples::precisions());
        chart.show();
        QVERIFY(QTest::qWaitForWindowExposed(&chart));
        auto *view = viewport_of(chart.plot_widget());
        QWheelEvent wheel({50, 50}, view->mapToGlobal(QPointF(50, 50)), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(view, &wheel);
        QVERIFY(!wheel.isAccepted()); // so that Qt hands it on to the parent
    }

    void the_rule_of_thumb_is_named_and_crosses_shorter_columns()
    {
        auto data = samples::precisions();
        data.columns[2].rule_of_thumb = data.columns[2].total / 2;
        data.columns[3].rule_of_thumb = data.columns[3].total * 5 / 4;
        data.columns[0].rule_of_thumb = data.columns[0].total;
        for (const auto &column : lay_out(data, QSizeF(700, 400)).columns) QVERIFY(!column.note && !column.rule_of_thumb);
        data.show_rule_of_thumb = true;
        const auto g = lay_out(data, QSizeF(700, 400));
        const auto &lower = g.columns[2], &higher = g.columns[3], &beyond = g.columns[0];
        QCOMPARE(lower.rule_of_thumb->height(), 0.0);
        QVERIFY(lower.rule_of_thumb->left() < lower.box.left() && lower.rule_of_thumb->right() > lower.box.right());
        for (const auto &segment : lower.segments)
            if (segment.value) QVERIFY(std::abs(segment.value->at.y() - lower.rule_of_thumb->top()) >= 8);
        QVERIFY(higher.rule_of_thumb->height() > 0 && higher.rule_of_thumb->left() > higher.box.left());
        QVERIFY(!beyond.rule_of_thumb);
        QCOMPARE(lower.note->text, QStringLiteral("rule ") + data.numbers.brief(*data.columns[2].rule_of_thumb));
        QVERIFY(beyond.note && beyond.note->at.y() < beyond.total.at.y() - 12);
        QVERIFY(!g.columns[1].note);
    }

    void the_table_mirrors_the_chart()
    {
        MemoryTableModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.set_data(samples::precisions());
        model.set_data(samples::with_baseline());
        model.set_data(samples::too_small());
        model.set_data(samples::precisions());
        QCOMPARE(model.rowCount(), 4);
        QCOMPARE(model.index(3, 0).data().toString(), QStringLiteral("15.16"));
        QCOMPARE(model.index(3, 0).data(Qt::UserRole).toLongLong(), 16'282'288'128);
        QCOMPARE(model.headerData(1, Qt::Horizontal).toString(), QStringLiteral("Interval from"));
        QCOMPARE(model.index(3, 3).data().toString(), QStringLiteral("7.20"));
        QCOMPARE(model.index(0, 12).data().toString(), QStringLiteral("\u221293.30"));
        QCOMPARE(model.headerData(12, Qt::Horizontal).toString(), QStringLiteral("Spare on 24 GB RTX 4090"));
        const auto sentence = sentence_of(samples::precisions());
        QVERIFY(sentence.contains(QStringLiteral("QLoRA 15.2\u00a0GiB, selected")));
        QVERIFY(sentence.contains(QStringLiteral("24 GB RTX 4090, 23.6\u00a0GiB usable")));
    }

    void scenarios_are_renamed_moved_and_removed_by_keyboard()
    {
        MemoryChart chart;
        chart.resize(640, 380);
        chart.set_data(samples::precisions());
        chart.show();
        QVERIFY(QTest::qWaitForWindowExposed(&chart));
        QSignalSpy renamed(&chart, &MemoryChart::scenario_renamed), moved(&chart, &MemoryChart::scenario_moved),
            removed(&chart, &MemoryChart::scenario_removed), chosen(&chart, &MemoryChart::scenario_chosen);
        QAbstractButton *second = nullptr;
        for (auto *button : chart.findChildren<QAbstractButton *>())
            if (button->isVisible() && button->text() == QStringLiteral("BF16 full")) second = button;
        QVERIFY(second);
        second->setFocus();
        QTest::keyClick(second, Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(moved.takeFirst(), (QList<QVariant>{QStringLiteral("BF16 full"), 2}));
        QTest::keyClick(second, Qt::Key_Delete);
        QCOMPARE(removed.count(), 1);
        QTest::keyClick(second, Qt::Key_F2);
        auto *editor = QApplication::focusWidget();
        QVERIFY(qobject_cast<QLineEdit *>(editor));
        QTest::keyClicks(editor, QStringLiteral("Half"));
        QTest::keyClick(editor, Qt::Key_Return);
        QCOMPARE(renamed.takeFirst(), (QList<QVariant>{QStringLiteral("BF16 full"), QStringLiteral("Half")}));
        QTest::mouseClick(second, Qt::LeftButton);
        QCOMPARE(chosen.takeFirst().first().toString(), QStringLiteral("BF16 full"));
        QVERIFY(!second->isChecked()); // the document decides what is selected
    }
};

PLIMSOLL_TEST(TestMemory)
} // namespace PLIMSOLL_FILE
#include "test_memory.moc"
