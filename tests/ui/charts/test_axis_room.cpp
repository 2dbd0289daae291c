// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/test_program.h"
#include "tests/ui/charts/samples.h"
#include "ui/charts/memory_geometry.h"
#include "ui/charts/sweep_chart.h"
#include "ui/charts/timeline/timeline_geometry.h"
#include "ui/theme/text_width.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

/// Labels left of an axis begin in the picture, however large the figures are.
class TestAxisRoom : public QObject {
    Q_OBJECT
private:
    static void end_at(const QStringList &labels, double right)
    {
        QVERIFY(!labels.isEmpty());
        for (const QString &label : labels)
            QVERIFY2(text_width(ui_font(), label) <= right, qPrintable(label + u" has "_s + QString::number(right)));
    }
    static QStringList texts(const std::vector<PlacedTick> &ticks)
    {
        QStringList out;
        for (const PlacedTick &tick : ticks) out << tick.label;
        return out;
    }

private slots:
    void initTestCase() { new Theme(qApp, ThemeChoice::light); }

    void a_timeline_of_a_step_beyond_every_card()
    {
        auto data = samples::timeline();
        auto points = *data.points;
        for (TimelinePoint &point : points) point.allocated *= 40'000;
        data.points = std::make_shared<const std::vector<TimelinePoint>>(std::move(points));
        const auto g = lay_out(data, {640, 236});
        QVERIFY(g.ticks.back().label.size() >= 7); // "600,000"
        end_at(texts(g.ticks), g.plot.left() - 8);
        QCOMPARE(lay_out(samples::timeline(), {640, 236}).plot.left(), 44.0); // and usual ones leave it where it is
    }

    void columns_without_a_line_that_bounds_their_axis()
    {
        MemoryChartData data;
        data.numbers.locale = QLocale::c();
        MemoryColumn column{.id = "0", .title = "full", .total = Bytes{473'064} * gib};
        column.components[0] = column.total;
        data.columns = {column};
        const auto g = lay_out(data, QSizeF(620, 340), 1);
        QVERIFY(g.ticks.back().label.size() >= 7);
        end_at(texts(g.ticks), g.plot.left() - 7);
    }

    void a_grid_over_long_sequences()
    {
        SweepData data;
        data.numbers.locale = QLocale(QLocale::English);
        data.scales = {{u"Micro batch"_s, {}, {1, 2}}, {u"Sequence length"_s, u"tokens"_s, {512, 1'048'576}}};
        data.cells.resize(4);
        const SweepGeometry g = lay_out(data, {460, 236});
        QStringList labels;
        for (const PlacedText &label : g.y_labels) labels << label.text;
        QVERIFY(labels.contains(u"1,048,576"_s));
        end_at(labels, g.plot.left() - 7);
    }
};

PLIMSOLL_TEST(TestAxisRoom)
} // namespace PLIMSOLL_FILE
#include "test_axis_room.moc"
