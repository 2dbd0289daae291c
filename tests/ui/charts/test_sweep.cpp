// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/test_program.h"
#include "ui/charts/sweep_chart.h"
#include "ui/theme/palette.h"

#include <QImage>
#include <QPainter>
#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

namespace {

SweepData over(const std::vector<Count> &values)
{
    SweepData data;
    data.scales.push_back({u"Sequence length"_s, u"tokens"_s, values, values.front()});
    for (const Count value : values) data.cells.push_back({{}, gib * value / 256, {}, {}});
    data.numbers.locale = QLocale::c();
    return data;
}

QStringList texts(const std::vector<PlacedText> &labels)
{
    QStringList out;
    for (const PlacedText &label : labels) out << label.text;
    return out;
}

} // namespace

class TestSweep : public QObject {
    Q_OBJECT

private slots:
    void an_axis_names_its_roundest_values()
    {
        const SweepData data = over({256, 384, 512, 768, 1024, 1408, 2048, 2944, 4096, 5760, 8192, 11648, 16384});
        QCOMPARE(texts(lay_out(data, {460, 236}).x_labels),
                 (QStringList{u"256"_s, u"512"_s, u"1,024"_s, u"2,048"_s, u"4,096"_s, u"8,192"_s, u"16,384"_s}));
    }

    /// The axis follows the card, but never so low that nothing of the curve is seen.
    void a_curve_above_its_card_stays_in_sight()
    {
        SweepData data = over({256, 512, 1024, 16384}); // 1 to 64 GiB
        data.lines.push_back({"8 GB RTX 3070", "RTX 3070", Bytes{76} * gib / 10, Bytes{4} * gib / 10, true});
        QVERIFY(lay_out(data, {460, 236}).axis.top < 16);
        for (SweepCell &cell : data.cells) cell.need += Bytes{1000} * gib;
        const SweepGeometry g = lay_out(data, {460, 236});
        QVERIFY2(g.y_of(1001) > g.plot.top() + g.plot.height() / 8, qPrintable(QString::number(g.axis.top)));
    }

    void values_in_between_are_named_where_there_is_room()
    {
        const QStringList wide = texts(lay_out(over({256, 384, 512, 3000, 16384}), {1600, 400}).x_labels);
        QCOMPARE(wide, (QStringList{u"256"_s, u"384"_s, u"512"_s, u"3,000"_s, u"16,384"_s}));
        const QStringList narrow = texts(lay_out(over({2000, 2048, 2100}), {240, 140}).x_labels);
        QVERIFY2(narrow.contains(u"2,048"_s), qPrintable(narrow.join(u' ')));
    }

    void the_interval_is_seen_in_every_palette_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::addColumn<bool>("high_contrast");
        for (const bool dark : {false, true})
            for (const bool high_contrast : {false, true})
                QTest::addRow("%s%s", dark ? "dark" : "light", high_contrast ? ", high contrast" : "") << dark << high_contrast;
    }

    void the_interval_is_seen_in_every_palette()
    {
        QFETCH(bool, dark);
        QFETCH(bool, high_contrast);
        const Palette &colors = palette_for({dark, high_contrast});
        SweepData without = over({256, 512, 1024, 2048});
        SweepData with = without;
        for (SweepCell &cell : without.cells) cell.interval = {cell.need, cell.need};
        for (SweepCell &cell : with.cells) cell.interval = {cell.need / 2, cell.need * 3 / 2};
        const SweepGeometry place = lay_out(with, {460, 236});
        const auto picture = [&](const SweepData &data) {
            QImage image(460, 236, QImage::Format_RGB32);
            image.fill(colors.paper);
            QPainter painter(&image);
            paint_sweep(painter, place, data, colors, {});
            return image;
        };
        const QImage seen = picture(with), unseen = picture(without);
        int told = 0; // pixels of the interval that are told from the paper
        for (int y = 0; y < seen.height(); ++y)
            for (int x = 0; x < seen.width(); ++x)
                if (seen.pixel(x, y) != unseen.pixel(x, y)) ++told;
        QVERIFY2(told > 2000, qPrintable(QString::number(told)));
    }
};

PLIMSOLL_TEST(TestSweep)
} // namespace PLIMSOLL_FILE
#include "test_sweep.moc"
