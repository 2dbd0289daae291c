// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/test_program.h"
#include "tests/ui/charts/samples.h"
#include "ui/charts/memory_chart.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QApplication>
#include <QFontMetricsF>
#include <QTest>

#include <algorithm>
#include <cmath>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

namespace {

constexpr QSizeF plot_size(640, 316);

} // namespace

/// How the memory chart uses a large plot, and how it turns with the direction of reading.
class TestMemoryRoom : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { new Theme(qApp, ThemeChoice::light); }

    /// On a large screen columns grow with the room, and with them what has its name inside.
    void columns_grow_with_the_room()
    {
        const auto usual = lay_out(samples::precisions(), plot_size), wide = lay_out(samples::precisions(), {2000, 900});
        QVERIFY(!usual.wide && usual.column_width >= 100 && usual.column_width <= 104);
        QVERIFY(wide.wide && wide.column_width > 150 && wide.column_width <= 400);
        QVERIFY(wide.column_pitch >= wide.column_width + wide.beside_width);
        const auto eight = lay_out(samples::many(8), {2000, 900});
        QVERIFY(!eight.wide && eight.column_width > 150);
    }

    /// One scenario leaves no empty field around a thin column: it is wide, stands in the middle, and every part is named.
    void a_single_column_uses_the_room()
    {
        auto data = samples::precisions();
        data.columns = {data.columns.back()};
        const auto large = lay_out(data, {1900, 700});
        QCOMPARE(large.column_width, 400.0);
        const double middle = (large.columns[0].box.left() + large.columns[0].box.right() + large.beside_width) / 2;
        QVERIFY2(std::abs(middle - large.plot.center().x()) < 20, qPrintable(QString::number(middle)));
        const auto usual = lay_out(data, plot_size);
        QVERIFY(usual.wide && usual.column_width > 120);
        QVERIFY(usual.columns[0].box.left() < usual.plot.left() + 30); // it stays there when another comes
        for (const auto &g : {large, usual})
            for (const auto &segment : g.columns[0].segments)
                QVERIFY2((segment.name && segment.value) || segment.beside, qPrintable(title_of(segment.spot)));
        QVERIFY(large.columns[0].segments.front().value->text.contains(u"GiB · "_s));
    }

    /// Of a column with labels beside it, the whisker stands on the other side.
    void whiskers_cross_no_leader()
    {
        MemoryChartData data;
        MemoryColumn column{.id = "0", .title = "Small", .total = Bytes{9} * gib / 10};
        for (std::size_t i = 0; i < 6; ++i) column.components[i * 2] = Bytes{15} * gib / 100;
        column.interval = Interval{Bytes{2} * gib / 10, Bytes{12} * gib / 10};
        data.columns = {column};
        data.lines.push_back({"24 GB", "RTX 4090", Bytes{23} * gib, gib, true});
        const MemoryGeometry g = lay_out(data, {900, 300}, 1);
        const PlacedColumn &placed = g.columns.front();
        QVERIFY(std::ranges::any_of(placed.segments, [](const PlacedSegment &one) { return one.beside.has_value(); }));
        for (const PlacedSegment &one : placed.segments)
            for (const QPointF &corner : one.leader) QVERIFY(corner.x() > placed.whisker->x);
        QVERIFY(placed.whisker->x >= g.plot.left());
    }
    /// What an engine takes stands over its outline, and whole in the chart.
    void claims_stand_whole_in_the_chart()
    {
        MemoryChartData data;
        MemoryColumn column{.id = "0", .title = "vLLM", .total = Bytes{5} * gib};
        column.components[0] = column.total;
        data.lines.push_back({"24 GB", "RTX 4090", Bytes{235} * gib / 10, gib / 2, true});
        for (const Bytes claim : {Bytes{22} * gib, Bytes{30} * gib, Bytes{319} * gib / 10}) {
            column.claim = claim;
            data.columns = {column};
            for (const QSizeF size : {QSizeF(620, 340), QSizeF(300, 200)})
                QVERIFY(lay_out(data, size, 1).columns.front().note->at.y() >= 7);
        }
    }
    void labels_beside_columns_keep_clear_of_lines_and_of_one_another()
    {
        for (int height = 140; height <= 900; height += 20)
            for (const auto &data : {samples::precisions(), samples::with_baseline(), samples::too_small()}) {
                const auto g = lay_out(data, QSizeF(1900, height));
                QVERIFY(g.wide);
                for (std::size_t i = 0; i < g.columns.size(); ++i) {
                    const double end = i + 1 < g.columns.size() ? g.columns[i + 1].box.left() : g.plot.right();
                    double before = 1e9;
                    for (const auto &segment : g.columns[i].segments) {
                        if (!segment.beside) continue;
                        const QPointF at = segment.beside->at;
                        QVERIFY(at.x() > g.columns[i].box.right() && at.y() >= 7 && at.y() <= before - 14);
                        QVERIFY(at.x() + QFontMetricsF(ui_font()).horizontalAdvance(segment.beside->text) <= end);
                        for (const auto &line : g.lines) QVERIFY(line.above_axis || std::abs(line.y - at.y()) >= 8);
                        QCOMPARE(*g.spot_at(at + QPointF(4, 0)), segment.spot); // a click on the label is one on the segment
                        before = at.y();
                    }
                }
            }
    }

    /// Where people read from right to left the axis and the first column stand at the right, cards at the left.
    void the_chart_turns_with_the_direction_of_reading()
    {
        for (const QSizeF size : {QSizeF(plot_size), QSizeF(1900, 700)}) {
            const auto g = lay_out(samples::with_baseline(), size);
            const auto turned = lay_out(samples::with_baseline(), size, 1.0, Qt::RightToLeft);
            QVERIFY(turned.mirrored && !g.mirrored);
            QCOMPARE(turned.plot.right(), size.width() - g.plot.left());
            QVERIFY(turned.columns[0].box.left() > turned.columns[1].box.right());
            QVERIFY(turned.lines[0].title.at.x() < turned.plot.left() && turned.lines[0].title.align == Qt::AlignRight);
            for (std::size_t i = 0; i < g.columns.size(); ++i) {
                QCOMPARE(turned.columns[i].box.right(), size.width() - g.columns[i].box.left());
                QCOMPARE(turned.columns[i].box.height(), g.columns[i].box.height());
                for (const auto &segment : turned.columns[i].segments) {
                    QCOMPARE(turned.spot_at(segment.rect.center())->column, turned.columns[i].id);
                    QVERIFY(!segment.name || segment.name->at.x() > segment.rect.center().x() || !segment.value);
                    QVERIFY(!segment.beside || segment.beside->at.x() < turned.columns[i].box.left());
                }
            }
            auto back = turned;
            mirror(back);
            QCOMPARE(back.columns[0].box, g.columns[0].box);
            QCOMPARE(back.lines[0].title.at, g.lines[0].title.at);
        }
    }

    /// The bars that the library draws, the list under them and the keys turn, too.
    void bars_and_scenarios_turn_with_the_direction_of_reading()
    {
        MemoryChart chart;
        chart.setLayoutDirection(Qt::RightToLeft);
        chart.resize(700, 420);
        chart.set_data(samples::precisions());
        chart.show();
        QVERIFY(QTest::qWaitForWindowExposed(&chart));
        const auto &g = chart.layout_shown();
        QVERIFY(g.mirrored);
        const QImage picture = chart.plot_widget()->grab().toImage();
        const auto &colors = palette_matching(chart.palette());
        for (const auto &column : g.columns) {
            const auto &base = column.segments.front();
            const QPoint inside(qRound(base.rect.left()) + 3, qRound(base.rect.bottom()) - 3);
            QCOMPARE(picture.pixelColor(inside), colors.fill(base.spot.group));
        }
        std::vector<int> places;
        for (const auto *button : chart.findChildren<QAbstractButton *>())
            if (button->isVisible() && button->accessibleName().startsWith(u"Scenario "_s)) places.push_back(button->x());
        QCOMPARE(places.size(), g.columns.size());
        QVERIFY(std::ranges::is_sorted(places, std::greater{}));
        for (const auto *button : chart.findChildren<QAbstractButton *>())
            if (button->accessibleName() == u"Add a scenario"_s) QVERIFY(button->geometry().right() < places.back());
    }
};

PLIMSOLL_TEST(TestMemoryRoom)
} // namespace PLIMSOLL_FILE
#include "test_memory_room.moc"
